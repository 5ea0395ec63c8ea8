/** The output of a handler, written as fast as the peer takes it. */
import { from, Observable, type ObservableInput } from "rxjs"
import { Loop } from "../internal/loop.ts"
import { Queue } from "../internal/queue.ts"
import type { SessionUpdate } from "../schema/index.ts"
import type { TransportInternals } from "../transport/internals.ts"

/** How updates get out. */
export interface UpdateSink {
  readonly transport: Pick<TransportInternals, "drained">
  readonly write: (update: SessionUpdate) => void
}

/**
 * Writes the updates among the values of `output`, in order, and emits the first value that is not an update: the answer. Without
 * one it ends as `output` does, after the last update was written. Iterables are pulled only while the peer keeps up;
 * what other sources push meanwhile waits here, not encoded yet. Unsubscribing drops what waits.
 */
export const writeUpdates = <Answer extends object>(
  output: ObservableInput<SessionUpdate | Answer>,
  { transport, write }: UpdateSink
): Observable<Answer> =>
  // An edge: a push source and a sink that has to be waited for meet here.
  new Observable((subscriber) => {
    const waiting = new Queue<SessionUpdate | Answer>()
    let end: (() => void) | undefined
    const loop = new Loop({
      step: () => {
        if (subscriber.closed || waiting.size === 0) return false
        const drained = transport.drained()
        if (drained !== undefined) return drained
        take(waiting.take())
        return true
      },
      rested: () => end?.()
    })

    const take = (value: SessionUpdate | Answer): void => {
      if (isUpdate(value)) attempt(() => write(value))
      else {
        subscriber.next(value)
        subscriber.complete()
      }
    }

    const endWith = (how: () => void): void => {
      end = how
      loop.run()
    }

    const attempt = (work: () => void): void => {
      try {
        work()
      } catch (error) {
        subscriber.error(error)
      }
    }

    subscriber.add(() => waiting.clear())
    subscriber.add(
      from(paced(output, transport)).subscribe({
        next: (value) => {
          waiting.add(value)
          loop.run()
        },
        error: (error: unknown) => endWith(() => subscriber.error(error)),
        complete: () => endWith(() => subscriber.complete())
      })
    )
  })

const isUpdate = <Answer extends object>(value: SessionUpdate | Answer): value is SessionUpdate =>
  "sessionUpdate" in value

const isPulled = <T>(input: ObservableInput<T>): input is Iterable<T> | AsyncIterable<T> =>
  !(input instanceof Observable) && (Symbol.asyncIterator in input || Symbol.iterator in input)

/** An iterable that gives its next value only when the peer has taken the one before; other sources as they are. */
const paced = <T>(input: ObservableInput<T>, transport: UpdateSink["transport"]): ObservableInput<T> =>
  isPulled(input) ? pulled(input, transport) : input

async function* pulled<T>(input: Iterable<T> | AsyncIterable<T>, transport: UpdateSink["transport"]) {
  for await (const value of input) {
    yield value
    await transport.drained()
  }
}
