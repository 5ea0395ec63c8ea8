/** The fold of many sessions at once. */
import type { SessionEvent, UpdateEvent } from "@rxacp/core"
import { type FoldInput, foldSession } from "./fold-session.ts"
import { isObject, isText } from "./state/json.ts"
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
    if (known === undefined) return sessions.append(fold(emptySession({ sessionId }), event))
    const next = fold(known, event)
    return next === known ? sessions : sessions.set(place, next)
  }

/**
 * The sessions after one more event, which goes to the session it names; the first event of a session adds it. An invalid
 * update that names none changes nothing.
 */
export const foldSessions: (sessions: Sessions, event: SessionEvent | UpdateEvent) => Sessions =
  foldSessionsWith(foldSession)
