/** A cancel: of the turn that runs, and of every request of the agent that is open. */

import type { RequestPermissionOutcome } from "../../schema/index.ts"
import type { SessionDecision } from "../decision.ts"
import type { Effect } from "./effect.ts"
import type { OpenRequest, SessionState } from "./state.ts"
import { andThen, type Step, step } from "./step.ts"

/** How a permission request is answered that is withdrawn. */
export const CANCELLED: RequestPermissionOutcome = { outcome: "cancelled" }

/** Somebody wants the session to stop: the turn is cancelled once, and every open request is withdrawn. */
export const cancel = (state: SessionState): Step => andThen(cancelTurn(state), withdrawAll)

/** Asks the agent once to stop the turn; a turn that is not written yet is cancelled when it is. */
export const cancelTurn = (state: SessionState): Step => {
  const { runs, sessionId } = state
  if (runs?.kind !== "turn" || runs.cancel !== "no" || runs.stage === "over") return step(state)
  if (runs.stage !== "written") return step({ ...state, runs: { ...runs, cancel: "wanted" } })
  return step(
    { ...state, runs: { ...runs, cancel: "deciding" } },
    [],
    [{ type: "record", decision: { type: "cancelRequested", sessionId } }]
  )
}

/** The cancel is recorded: now it is sent, and its clock runs. */
export const cancelDecided = (state: SessionState): Step => {
  const { runs } = state
  if (runs?.kind !== "turn" || runs.stage === "over") return step(state)
  return step(
    { ...state, runs: { ...runs, cancel: "sent" } },
    [{ _tag: "CancelRequested", turn: runs.turn }],
    [{ type: "sendCancel" }, { type: "start", clock: "cancel" }]
  )
}

/** Withdraws what is open; what is being answered already stays as it is. */
const withdrawAll = (state: SessionState): Step => {
  const requests = new Map(state.requests)
  const effects: Array<Effect> = []
  for (const [key, request] of state.requests) {
    if (request.deciding) continue
    requests.set(key, { ...request, deciding: true })
    effects.push(withdrawal(state, request))
  }
  return effects.length === 0 ? step(state) : step({ ...state, requests }, [], effects)
}

/** How one request is withdrawn: a permission by a decision that is recorded, the others at once. */
export const withdrawal = ({ sessionId }: SessionState, { id, kind }: OpenRequest): Effect => {
  if (kind !== "permission") return { type: "withdraw", id }
  const decision: SessionDecision = { type: "permissionResolved", sessionId, id, outcome: CANCELLED, by: "cancel" }
  return { type: "record", decision }
}
