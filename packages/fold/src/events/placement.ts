/** Which turn an update belongs to. */
import type { SessionUpdate, UpdatePhase } from "@rxacp/core"
import type { SessionState, TurnState } from "../state/session-state.ts"
import { isRunning } from "./turns.ts"

/** The running turn. */
export const currentTurn = (state: SessionState): TurnState | undefined => {
  const last = state.turns.at(-1)
  return last !== undefined && isRunning(last) ? last : undefined
}

const canBeLate = ({ sessionUpdate }: SessionUpdate): boolean =>
  sessionUpdate.endsWith("_chunk") || sessionUpdate.startsWith("tool_call")

/**
 * The turn of an update. Replayed history and what comes between turns has none; a late chunk or tool update counts for
 * the turn that ended last. Without a phase (an update that no session stamped) the turns seen so far decide.
 */
export const turnOf = (state: SessionState, update: SessionUpdate, phase?: UpdatePhase): TurnState | undefined => {
  if (phase === "replay" || phase === "between") return undefined
  const last = state.turns.at(-1)
  if (phase !== undefined || last === undefined || isRunning(last) || canBeLate(update)) return last
  return undefined
}
