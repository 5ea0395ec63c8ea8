/** The operator by which a slow consumer holds the agent back. */
import { Observable, type OperatorFunction, takeUntil } from "rxjs"
import type { Flow } from "../transport/flow.ts"
import { gateAt, type WaterMarks } from "./gate.ts"
import { OrderedWork, type Projected } from "./ordered-work.ts"

/** How much may be in work and how much may wait. */
export interface BackpressureOptions extends WaterMarks {
  /** Values in work at once, finished ones that wait for an earlier one included; default 1. */
  readonly concurrency?: number
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
  { concurrency = 1, ...marks }: BackpressureOptions = {}
): OperatorFunction<Value, Result> => {
  const createGate = gateAt(flow, marks)
  if (!(concurrency >= 1)) throw new RangeError(`concurrency must be at least 1, not ${concurrency}`)
  // Constructed, not composed: no operator of RxJS exposes how many values wait in it, or takes none while it emits.
  return (source) =>
    new Observable((subscriber) => {
      const gate = createGate()
      const work = new OrderedWork<Value, Result>({
        project,
        concurrency,
        onWaiting: gate.update,
        next: (result) => subscriber.next(result),
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete()
      })
      const end = (failure?: { readonly error: unknown }): void => {
        gate.open()
        work.finish(failure)
      }
      subscriber.add(() => work.stop())
      source.pipe(takeUntil(work.stopped)).subscribe({
        next: (value) => work.add(value),
        error: (error: unknown) => end({ error }),
        complete: () => end()
      })
    })
}
