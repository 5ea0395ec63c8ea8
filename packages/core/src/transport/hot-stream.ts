/** A hot stream that costs next to nothing for each value: a Subject makes a closure for every one. */
import { Observable, type Subscriber } from "rxjs"

/** A hot stream, and the switches of who feeds it. */
export class HotStream<T> {
  readonly stream: Observable<T>
  #subscribers: ReadonlyArray<Subscriber<T>> = []
  #isComplete = false

  /** `onSubscribe` is called when a subscriber is in place. */
  constructor(onSubscribe: () => void) {
    // An edge: subscribing has the effect of starting the transport.
    this.stream = new Observable((subscriber) => {
      if (this.#isComplete) return subscriber.complete()
      this.#subscribers = [...this.#subscribers, subscriber]
      onSubscribe()
      return () => {
        this.#subscribers = this.#subscribers.filter((other) => other !== subscriber)
      }
    })
  }

  /** Whether it has a subscriber. */
  get observed(): boolean {
    return this.#subscribers.length > 0
  }

  /** Emits the value to all present subscribers, in the order in which they subscribed. */
  next(value: T): void {
    for (const subscriber of this.#subscribers) subscriber.next(value)
  }

  /** Completes all present subscribers, and later ones as they subscribe. */
  complete(): void {
    this.#isComplete = true
    for (const subscriber of this.#subscribers) subscriber.complete()
  }
}
