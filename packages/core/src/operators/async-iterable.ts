/** An observable as an async iterable whose reader holds the flow while it is slow. */
import { type Observable, Subscription } from "rxjs"
import { Queue } from "../internal/queue.ts"
import type { Flow } from "../transport/flow.ts"
import { type Gate, gateAt, type WaterMarks } from "./gate.ts"

interface Taker<Value> {
  readonly resolve: (result: IteratorResult<Value, undefined>) => void
  readonly reject: (error: unknown) => void
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }

const iterate = <Value>(source: Observable<Value>, gate: Gate): AsyncIterableIterator<Value, undefined> => {
  const values = new Queue<Value>()
  /** Reads that wait for a value; none while values wait for a read. */
  const takers = new Queue<Taker<Value>>()
  const subscription = new Subscription()
  let started = false
  let ended: { failure?: { readonly error: unknown } } | undefined

  const end = (how: { failure?: { readonly error: unknown } }): void => {
    ended = how
    gate.open()
    while (takers.size > 0) answer(takers.take())
  }

  /** Answers a read after the last value: the failure once, then that it is over. */
  const answer = ({ resolve, reject }: Taker<Value>): void => {
    const failure = ended?.failure
    ended = {}
    if (failure === undefined) resolve(done)
    else reject(failure.error)
  }

  const start = (): void => {
    started = true
    subscription.add(
      source.subscribe({
        next: (value) => {
          if (takers.size > 0) takers.take().resolve({ done: false, value })
          else values.add(value)
          gate.update(values.size)
        },
        error: (error: unknown) => end({ failure: { error } }),
        complete: () => end({})
      })
    )
  }

  const stop = (): void => {
    subscription.unsubscribe()
    values.clear()
    end({})
  }

  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (!started && ended === undefined) start()
        if (values.size > 0) {
          resolve({ done: false, value: values.take() })
          gate.update(values.size)
        } else if (ended === undefined) takers.add({ resolve, reject })
        else answer({ resolve, reject })
      }),
    return: async () => {
      stop()
      return done
    },
    throw: async (error: unknown) => {
      stop()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    }
  }
}

/**
 * Makes a source readable with `for await`. Each loop subscribes at its first read; values that the reader has not taken
 * wait, and while too many do `flow` is held, and with it the agent. Leaving the loop unsubscribes and releases the hold;
 * so does the end of the source. An error of the source is thrown after the values that came before it. A source that
 * `flow` does not hold is buffered without bound.
 *
 * Throws a `RangeError` at once unless `0 <= lowWater < highWater` (16 and 4 unless given).
 */
export const toAsyncIterable = <Value>(
  source: Observable<Value>,
  flow: Flow,
  marks: WaterMarks = {}
): AsyncIterable<Value> => {
  const createGate = gateAt(flow, marks)
  return { [Symbol.asyncIterator]: () => iterate(source, createGate()) }
}
