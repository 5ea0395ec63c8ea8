/** The fold of many sessions at once. */
import type { SessionEvent, UpdateEvent } from "@rxacp/core"
import { type FoldInput, foldSession } from "./fold-session.ts"
import { emptySession, type SessionState } from "./state/session-state.ts"
import { KeyedVector } from "./vector/keyed-vector.ts"

/** The states of sessions by id: `get(sessionId)`, iterable in the order in which they were first seen. */
export type Sessions<State extends SessionState = SessionState> = KeyedVector<State>

/** No session yet. */
export const emptySessions = <State extends SessionState = SessionState>(): Sessions<State> =>
  KeyedVector.empty((state) => state.sessionId ?? "")

/** A fold of many sessions that folds each with `fold`, an extended one for example. */
export const foldSessionsWith =
  <State extends SessionState>(fold: (state: State | SessionState, event: FoldInput) => State) =>
  (sessions: Sessions<State>, event: SessionEvent | UpdateEvent): Sessions<State> => {
    const { sessionId } = event
    if (sessionId === undefined) return sessions
    const place = sessions.indexOf(sessionId)
    const known = sessions.at(place)
    if (place < 0 || known === undefined) return sessions.append(fold(emptySession({ sessionId }), event))
    const next = fold(known, event)
    return next === known ? sessions : sessions.set(place, next)
  }

/**
 * The sessions after one more event, which goes to the session it names; the first event of a session adds it. An invalid
 * update that names none changes nothing.
 */
export const foldSessions: (sessions: Sessions, event: SessionEvent | UpdateEvent) => Sessions =
  foldSessionsWith(foldSession)
