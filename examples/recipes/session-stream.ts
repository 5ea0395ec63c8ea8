// One session for many listeners: each gets the state as it is when it comes, then the events. A listener that is too slow
// for the events gets the state again once it has room, so nothing piles up for it.
import type { ServerResponse } from "node:http"
import { conflate, eventToJson, latestState, type Session, type SessionEvent } from "@rxacp/core"
import { emptySession, foldSession, type SessionState, serializeSession } from "@rxacp/fold"
import { drained } from "@rxacp/node"
import { EMPTY, type Observable } from "rxjs"

/** The state of a session, and the event that made it. */
export interface Followed {
  readonly state: SessionState
  readonly event?: SessionEvent
}

/** Folds the events of a session once, for all listeners. */
export const follow = (session: Pick<Session, "events" | "opened">): Observable<Followed> => {
  const followed = session.events.pipe(
    latestState(({ state }: Followed, event: SessionEvent): Followed => ({ state: foldSession(state, event), event }), {
      state: emptySession(session.opened)
    })
  )
  followed.subscribe() // keeps the state while nobody listens; ends with the session
  return followed
}

/** Writes them to one listener as server-sent events: `state`, `event` and, when the session is over, `end`. */
export const sendTo = (response: ServerResponse, followed: Observable<Followed>): void => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  const send = (name: string, data: unknown): boolean =>
    response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

  let last: number | undefined
  const listening = followed.pipe(conflate(() => (response.writableNeedDrain ? drained(response) : EMPTY))).subscribe({
    next: ({ state, event }) => {
      if (event !== undefined && last !== undefined && event.n === last + 1) send("event", eventToJson(event))
      else send("state", serializeSession(state))
      last = event?.n ?? 0
    },
    complete: () => {
      send("end", {})
      response.end()
    }
  })
  response.on("close", () => listening.unsubscribe())
}
