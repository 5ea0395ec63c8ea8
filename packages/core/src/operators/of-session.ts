/** Picks the events of one session. */
import { filter, type MonoTypeOperatorFunction } from "rxjs"

/** Passes the events of session `id`, and the invalid updates that name no session, since they may be its. */
export const ofSession = <Event extends { readonly sessionId?: string }>(id: string): MonoTypeOperatorFunction<Event> =>
  filter(({ sessionId }) => sessionId === undefined || sessionId === id)
