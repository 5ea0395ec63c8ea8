/** The fold of opening and loading a session. */
import { isText } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import { emptySession, type SessionState } from "../state/session-state.ts"
import { configured } from "../updates/modes.ts"
import { replaced } from "../updates/reducer.ts"
import { settleToolCalls } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"

/** Opening (or resuming) resets nothing. */
export const openSession: EventReducer<"SessionOpened"> = (state, event) =>
  configured(isText(event.sessionId) ? replaced(state, "sessionId", event.sessionId) : state, event)

/**
 * A load replays the whole history, so what was known goes: a second load does not double it. What no history tells stays:
 * the requests that wait, and the modes and options, which the answer to the load may leave out.
 */
export const startLoad: EventReducer<"LoadStarted"> = (state, { sessionId }) => {
  const { modes, currentModeId, configOptions, terminalBytes, pendingPermissions, parentSessionId } = state
  const id = sessionId ?? state.sessionId
  const empty: SessionState = emptySession({ sessionId: id, modes, configOptions, terminalBytes })
  const kept: SessionState = { ...empty, currentModeId, pendingPermissions, parentSessionId }
  return sameJson({ ...state, long: null }, kept) ? state : kept
}

/**
 * The answer to a load; after a failed one, what was replayed stays. The turns that were replayed are over, so a call that
 * is still open in them is marked as at the end of a turn.
 */
export const endLoad: EventReducer<"LoadEnded"> = (state, event) => {
  const settled = settleToolCalls(state, "unfinished")
  return event.ok === true ? configured(settled, event) : settled
}
