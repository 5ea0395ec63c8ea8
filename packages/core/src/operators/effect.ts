/** The way into Effect: `@rxacp/core/effect`. */
import * as Stream from "effect/Stream"
import type { Observable } from "rxjs"
import type { Flow } from "../transport/flow.ts"
import { toAsyncIterable } from "./async-iterable.ts"
import type { WaterMarks } from "./gate.ts"

/**
 * Makes an Effect `Stream` of the values of a source. Each run subscribes; values that it has not pulled wait, and while
 * too many do `flow` is held, as with `toAsyncIterable`. The end of the run's scope, early or not, unsubscribes and
 * releases the hold. An error of the source is the stream's failure as it stands: narrow it with `Stream.mapError`.
 * Throws a `RangeError` at once unless `0 <= lowWater < highWater`.
 */
export const toEffectStream = <Value>(
  source: Observable<Value>,
  flow: Flow,
  marks: WaterMarks = {}
): Stream.Stream<Value, unknown> => Stream.fromAsyncIterable(toAsyncIterable(source, flow, marks), (error) => error)
