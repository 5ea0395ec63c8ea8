/** One turn for many readers. */
import { Observable, type OperatorFunction, ReplaySubject, Subscription } from "rxjs"
import type { SessionEvent } from "../session/session-event.ts"

/**
 * Sends a prompt once, at the first subscription, and gives each reader the whole turn from its start, whenever it comes;
 * a failure too. When the last reader leaves before the end, the turn is cancelled, and who comes after that gets what
 * there was and completes: the prompt is never sent again. Keeps the events of the turn as long as the result is kept.
 *
 * ```
 * const turn = session.prompt("Go on.").pipe(shareTurn())
 * turn.pipe(textDeltas()).subscribe(show)
 * turn.subscribe({ complete: done, error: failed })
 * ```
 */
export const shareTurn =
  (): OperatorFunction<SessionEvent, SessionEvent> =>
  (source): Observable<SessionEvent> => {
    const events = new ReplaySubject<SessionEvent>()
    let turn: Subscription | undefined
    let readers = 0
    // An edge: readers are counted, and the last one cancels.
    return new Observable((reader) => {
      readers++
      const reading = events.subscribe(reader)
      if (turn === undefined) {
        turn = new Subscription()
        turn.add(source.subscribe(events))
      }
      return () => {
        reading.unsubscribe()
        if (--readers > 0) return
        turn?.unsubscribe()
        events.complete()
      }
    })
  }
