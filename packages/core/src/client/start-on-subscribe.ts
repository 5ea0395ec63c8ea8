/** Streams of a connection that start its transport, so that a subscriber that sends nothing receives something. */
import { Observable } from "rxjs"

/** The source, with `start` called at every subscription, once the subscriber is in place. */
export const startOnSubscribe = <T>(source: Observable<T>, start: () => void): Observable<T> =>
  // An edge: subscribing has an effect.
  new Observable((subscriber) => {
    const subscription = source.subscribe(subscriber)
    start()
    return subscription
  })
