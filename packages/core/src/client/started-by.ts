/** Streams of a connection that start its transport, so that whoever only listens hears something. */
import { Observable } from "rxjs"

/** The source; `start` is called at every subscription, once the subscriber is in place. */
export const startedBy = <T>(source: Observable<T>, start: () => void): Observable<T> =>
  // An edge: subscribing has an effect.
  new Observable((subscriber) => {
    const subscription = source.subscribe(subscriber)
    start()
    return subscription
  })
