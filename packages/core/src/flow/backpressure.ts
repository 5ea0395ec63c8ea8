/** The operator by which a slow consumer holds the agent back. */
import { Observable, type OperatorFunction, takeUntil } from "rxjs"
import type { Flow } from "./flow.ts"
import { orderedWork, type Projected } from "./ordered-work.ts"

/** How much may be in work and how much may wait. */
export interface BackpressureOptions {
  /** Values in work at once, finished ones that wait for an earlier one included; default 1. */
  readonly concurrency?: number
  /** The hold starts when this many values wait; default 16. What one line still yields comes on top. */
  readonly highWater?: number
  /** The hold is lifted when no more than this many values wait; default 4. */
  readonly lowWater?: number
}

/** A hold that comes and goes with the number of values that wait. */
interface Gate {
  /** Takes the hold at `highWater` waiting values and lets go at `lowWater`. */
  readonly update: (waiting: number) => void
  /** Lets go, and holds no more. */
  readonly open: () => void
}

const createGate = (flow: Flow, highWater: number, lowWater: number): Gate => {
  let release: (() => void) | undefined
  let isOpen = false
  const letGo = (): void => {
    const held = release
    // Letting go delivers what waits before it returns, and that may be enough for a new hold.
    release = undefined
    held?.()
  }
  return {
    update: (waiting) => {
      if (waiting <= lowWater) letGo()
      else if (waiting >= highWater && !isOpen) release ??= flow.hold()
    },
    open: () => {
      isOpen = true
      letGo()
    }
  }
}

/**
 * Runs `project` for each value and emits its results in the order of the values, while `flow` is held whenever too
 * many values wait: so a slow consumer stops the delivery of the transport that the values come from, its pipe fills, and
 * the agent blocks on its next write. `project` may return the result, a promise of it, or an observable of results; a
 * result that is there at once costs no buffer and no promise.
 *
 * An error of `project` is emitted in its place, after the hold is released. The source's error, like its completion,
 * is emitted after the results of all values that came before it; unsubscribing drops what waits and cancels what is in
 * work. The hold is released in each of these cases, and as soon as the source ends, since nothing more can come.
 *
 * Everything behind the held line waits too: permission requests, replies, other sessions. So a `project` that awaits a
 * reply of the same agent can stop both for good. Our own writes and answers to requests already delivered go out.
 *
 * Throws a `RangeError` at once unless `0 <= lowWater < highWater` and `concurrency >= 1`.
 */
export const backpressure = <Value, Result>(
  flow: Flow,
  project: (value: Value, index: number) => Projected<Result>,
  { concurrency = 1, highWater = 16, lowWater = 4 }: BackpressureOptions = {}
): OperatorFunction<Value, Result> => {
  if (!(0 <= lowWater && lowWater < highWater)) {
    throw new RangeError(`0 <= lowWater < highWater is not true of ${lowWater} and ${highWater}`)
  }
  if (!(concurrency >= 1)) throw new RangeError(`concurrency must be at least 1, not ${concurrency}`)
  // Constructed, not composed: no operator of RxJS tells how many values wait in it, or takes none while it emits.
  return (source) =>
    new Observable((subscriber) => {
      const gate = createGate(flow, highWater, lowWater)
      const work = orderedWork<Value, Result>({
        project,
        concurrency,
        onWaiting: gate.update,
        next: (result) => subscriber.next(result),
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete()
      })
      const end = (failure?: { readonly error: unknown }): void => {
        gate.open()
        work.end(failure)
      }
      subscriber.add(work.stop)
      source
        .pipe(takeUntil(work.stopped))
        .subscribe({ next: work.push, error: (error: unknown) => end({ error }), complete: () => end() })
    })
}
