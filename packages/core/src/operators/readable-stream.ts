/** An observable as a Web stream whose reader holds the flow while it is slow. */
import type { Observable } from "rxjs"
import type { Flow } from "../transport/flow.ts"
import { toAsyncIterable } from "./async-iterable.ts"
import type { WaterMarks } from "./gate.ts"

/**
 * Makes a `ReadableStream` of the values of a source. It subscribes at the first read; unread values wait,
 * and while too many do `flow` is held, as with `toAsyncIterable`. Cancelling unsubscribes and releases the hold; an error
 * of the source is the stream's. Throws a `RangeError` at once unless `0 <= lowWater < highWater`.
 */
export const toReadableStream = <Value>(
  source: Observable<Value>,
  flow: Flow,
  marks: WaterMarks = {}
): ReadableStream<Value> => {
  const iterator = toAsyncIterable(source, flow, marks)[Symbol.asyncIterator]()
  return new ReadableStream<Value>(
    {
      pull: async (controller) => {
        const result = await iterator.next()
        if (result.done === true) controller.close()
        else controller.enqueue(result.value)
      },
      cancel: async () => {
        await iterator.return?.()
      }
    },
    // Nothing is read ahead: what waits, waits where the flow sees it.
    { highWaterMark: 0 }
  )
}
