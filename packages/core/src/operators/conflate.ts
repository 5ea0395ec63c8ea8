/** The latest of a fast stream, for a view that can't keep up. */
import { endWith, from, type MonoTypeOperatorFunction, type ObservableInput, take, throttle, timer } from "rxjs"

/**
 * Emits a value at once, then none until the view is ready again, then the latest of those that came meanwhile; what was
 * overtaken is dropped. The last value before completion is never dropped.
 *
 * `ready(value)` says when the view is done with a value, by the first emission or the end of what it returns: a promise
 * of the rendering, or an animation frame. Without it the view is taken to be ready in the next task. For states, where
 * the latest says it all; events would be lost.
 */
export const conflate = <Value>(
  ready: (value: Value) => ObservableInput<unknown> = () => timer(0)
): MonoTypeOperatorFunction<Value> =>
  throttle((value) => from(ready(value)).pipe(endWith(undefined), take(1)), { leading: true, trailing: true })
