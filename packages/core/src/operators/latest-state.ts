/** A state that is computed once and shown to all who want to see it. */
import { distinctUntilChanged, type OperatorFunction, pipe, ReplaySubject, scan, share, startWith } from "rxjs"

/**
 * Reduces the source once for all subscribers: each subscriber gets the current state (`initial` at first) and then every
 * change; a state that is the same reference as the one before is not a change. Only the current state is kept.
 *
 * The source is subscribed to while anybody looks. When the last one leaves it is left, and the next one starts from
 * `initial` again: over a hot source keep one subscription for as long as the state matters. After the source has
 * completed, later subscribers get the last state and the completion. A throw in `reducer` is an error for all.
 */
export const latestState = <State, Event>(
  reducer: (state: State, event: Event) => State,
  initial: State
): OperatorFunction<Event, State> =>
  pipe(
    scan(reducer, initial),
    startWith(initial),
    distinctUntilChanged(),
    share({ connector: () => new ReplaySubject(1), resetOnComplete: false })
  )
