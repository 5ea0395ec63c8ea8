/** A hot stream that costs next to nothing for each value: a Subject makes a closure for every one. */
import { Observable, type Subscriber } from "rxjs"

/** A hot stream, and the switches of who feeds it. */
export interface HotStream<T> {
  readonly stream: Observable<T>
  /** Whether anybody listens. */
  readonly observed: () => boolean
  /** Hands the value to all who listen now, in the order in which they came. */
  readonly next: (value: T) => void
  /** Completes all who listen, and all who come later. */
  readonly complete: () => void
}

/** `onSubscribe` is called when a subscriber is in place. */
export const createHotStream = <T>(onSubscribe: () => void): HotStream<T> => {
  let subscribers: ReadonlyArray<Subscriber<T>> = []
  let isComplete = false
  return {
    // An edge: subscribing has the effect of starting the transport.
    stream: new Observable((subscriber) => {
      if (isComplete) return subscriber.complete()
      subscribers = [...subscribers, subscriber]
      onSubscribe()
      return () => {
        subscribers = subscribers.filter((other) => other !== subscriber)
      }
    }),
    observed: () => subscribers.length > 0,
    next: (value) => {
      for (const subscriber of subscribers) subscriber.next(value)
    },
    complete: () => {
      isComplete = true
      for (const subscriber of subscribers) subscriber.complete()
    }
  }
}
