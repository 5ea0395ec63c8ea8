/** Fewer and larger chunks, for views and logs that pay for each event. */
import {
  catchError,
  concat,
  concatAll,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  map,
  merge,
  type Observable,
  of,
  Subject,
  switchMap,
  tap,
  throwError,
  timer
} from "rxjs"
import { assertLimits } from "../internal/assert-limits.ts"
import { chunkJoiner } from "./chunk-joiner.ts"
import type { StreamEvent } from "./stream-event.ts"

/** How long a chunk may wait for more. */
export interface CoalesceOptions {
  /** Joined text of this many UTF-8 bytes waits no longer; default 4096. */
  readonly bytes?: number
  /** No chunk waits for longer than this many milliseconds; default 50, `Infinity` for no such bound. */
  readonly ms?: number
}

/**
 * Joins text chunks that follow each other and belong to one message, of the agent, of its thoughts or of the user. The
 * folded state is the same with and without it, and nothing changes places: any other event first lets out what waits,
 * and so do completion and an error. A joined event bears the stamp (`n`, `seq`) of its last chunk. Chunks that carry
 * annotations, `_meta` or issues are not joined. Throws a `RangeError` at once for options that are not over 0.
 */
export const coalesceChunks = ({
  bytes = 4096,
  ms = 50
}: CoalesceOptions = {}): (<Event extends StreamEvent>(source: Observable<Event>) => Observable<Event>) => {
  assertLimits({ bytes, ms })
  return <Event extends StreamEvent>(source: Observable<Event>) =>
    defer(() => {
      const joiner = chunkJoiner<Event>(bytes)
      const waitingFrom = new Subject<Event | undefined>()
      const rest = defer(() => of(joiner.flush()))
      const pushed = concat(source.pipe(map(joiner.push)), rest).pipe(
        catchError((error: unknown) =>
          concat(
            rest,
            throwError(() => error)
          )
        ),
        tap(() => waitingFrom.next(joiner.waitingFrom)),
        finalize(() => waitingFrom.complete())
      )
      const overdue = waitingFrom.pipe(
        distinctUntilChanged(),
        switchMap((first) => (first === undefined || ms === Number.POSITIVE_INFINITY ? EMPTY : timer(ms))),
        map(joiner.flush),
        tap(() => waitingFrom.next(undefined))
      )
      return merge(overdue, pushed).pipe(concatAll())
    })
}
