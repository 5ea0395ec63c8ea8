/** The fold of many sessions at once. */
import type { SessionEvent, UpdateEvent } from "@rxacp/core"
import { type FoldInput, foldSession } from "./fold-session.ts"
import { changed } from "./state/change-state.ts"
import { isObject, isRecord, isText } from "./state/json.ts"
import { emptySession, type SessionState } from "./state/session-state.ts"
import { KeyedVector } from "./vector/keyed-vector.ts"

/** The states of sessions by id: `get(sessionId)`, iterable in the order in which they were first seen. */
export type Sessions<Extensions extends object = object> = KeyedVector<SessionState<Extensions>>

/** No session yet. */
export const emptySessions = <Extensions extends object = object>(): Sessions<Extensions> =>
  KeyedVector.empty(({ sessionId }) => sessionId ?? "")

/** A fold of many sessions that folds each with `fold`, an extended one for example. */
export const foldSessionsWith =
  <Extensions extends object>(fold: (state: SessionState<Extensions>, event: FoldInput) => SessionState<Extensions>) =>
  (sessions: Sessions<Extensions>, event: SessionEvent | UpdateEvent): Sessions<Extensions> => {
    if (!isObject(event) || !isText(event.sessionId)) return sessions
    const { sessionId } = event
    const place = sessions.indexOf(sessionId)
    const known = place < 0 ? undefined : sessions.at(place)
    const next = fold(known ?? emptySession({ sessionId }), event)
    const folded = known === undefined ? sessions.append(next) : next === known ? sessions : sessions.set(place, next)
    const child = childIn(event)
    return child === undefined || child === sessionId ? folded : adopted(folded, child, sessionId)
  }

/** The session of a subagent that an event reports in its own session. */
const childIn = (event: SessionEvent | UpdateEvent): string | undefined => {
  const update: unknown = event._tag === "Update" ? event.update : undefined
  const isChild = isRecord(update) && update.sessionUpdate === "subagent_update"
  return isChild && isText(update.sessionId) ? update.sessionId : undefined
}

/** The sessions with one that knows whose subagent it is. */
const adopted = <Extensions extends object>(
  sessions: Sessions<Extensions>,
  child: string,
  parentSessionId: string
): Sessions<Extensions> => {
  const place = sessions.indexOf(child)
  const known = place < 0 ? undefined : sessions.at(place)
  if (known === undefined)
    return sessions.append({ ...emptySession<Extensions>({ sessionId: child }), parentSessionId })
  if (known.parentSessionId === parentSessionId) return sessions
  // The copy is the same state otherwise.
  return sessions.set(place, changed(known, { parentSessionId }) as SessionState<Extensions>)
}

/**
 * The sessions after one more event, which goes to the session it names; the first event of a session adds it. An invalid
 * update that names none changes nothing. A session that another one names as that of a subagent gets its `parentSessionId`.
 */
export const foldSessions: (sessions: Sessions, event: SessionEvent | UpdateEvent) => Sessions =
  foldSessionsWith(foldSession)
