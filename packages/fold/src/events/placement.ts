/** Which turn an update belongs to. */
import type { SessionUpdate, UpdatePhase } from "@rxacp/core"
import type { SessionState } from "../state/session-state.ts"
import type { TurnState } from "../state/turn-state.ts"
import { lastTurn } from "../state/turns-of.ts"
import type { UnstableUpdate } from "../updates/unstable-update.ts"
import { runs } from "./turns.ts"

export const currentTurn = (state: SessionState): TurnState | undefined => {
  const last = lastTurn(state)
  return last !== undefined && runs(last) ? last : undefined
}

type Placed = Pick<SessionUpdate | UnstableUpdate, "sessionUpdate">

/** As in a session: pieces of messages and what is said of tool calls. All else is side information. */
const canBeLate = ({ sessionUpdate }: Placed): boolean =>
  sessionUpdate === "user_message_chunk" ||
  sessionUpdate === "agent_message_chunk" ||
  sessionUpdate === "agent_thought_chunk" ||
  sessionUpdate === "tool_call" ||
  sessionUpdate === "tool_call_update"

/**
 * The turn of an update. Replayed history and what comes between turns has none; a late chunk or tool update counts for
 * the turn that ended last. Without a phase (an update that no session stamped) the turns seen so far decide.
 */
export const turnOf = (state: SessionState, update: Placed, phase?: UpdatePhase): TurnState | undefined => {
  if (phase === "replay" || phase === "between") return undefined
  const last = lastTurn(state)
  if (phase !== undefined || last === undefined || runs(last) || canBeLate(update)) return last
  return undefined
}
