/** Keeps a host alive that subscribes to a call without an error handler. */
import { Observable, type Observer, type Operator, Subscriber, type Subscription } from "rxjs"

/** Hears of an error that nobody handles. */
export type Report = (error: unknown) => void

/**
 * An Observable whose error goes to `report` when its subscriber has no error handler. RxJS would throw it where nobody can
 * catch it, so an agent that dies would take with it a host that only wanted to see updates. What is piped from it keeps
 * the property; whoever handles errors sees them as always.
 */
export class Reporting<T> extends Observable<T> {
  readonly #report: Report

  constructor(source: Observable<T>, report: Report) {
    super()
    this.source = source
    this.#report = report
  }

  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    // As RxJS lifts: `operator` reads values of T from the source and makes R of them, which no type of a field says.
    const lifted = new Reporting<R>(this as unknown as Observable<R>, this.#report)
    lifted.operator = operator
    return lifted
  }

  override subscribe(observer?: Partial<Observer<T>>): Subscription
  override subscribe(next: (value: T) => void): Subscription
  override subscribe(
    next?: ((value: T) => void) | null,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null
  ): Subscription
  override subscribe(
    to?: Partial<Observer<T>> | ((value: T) => void) | null,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null
  ): Subscription {
    if (to instanceof Subscriber) return super.subscribe(to)
    const observer: Partial<Observer<T>> =
      typeof to === "object" && to !== null
        ? to
        : { ...(to ? { next: to } : {}), ...(error ? { error } : {}), ...(complete ? { complete } : {}) }
    if (observer.error !== undefined) return super.subscribe(observer)
    return super.subscribe({
      next: (value) => observer.next?.(value),
      error: this.#report,
      complete: () => observer.complete?.()
    })
  }
}
