/** The fold of permission requests. */
import type { RequestPermissionOutcome, RpcId } from "@rxacp/core"
import { isObject, isRecord, isText } from "../state/json.ts"
import { pendingPermission, withoutPending, withPending } from "../state/pending-permissions.ts"
import type { SessionState } from "../state/session-state.ts"
import type { PendingPermission } from "../state/turn-state.ts"
import { answeredToolCall, meetToolCall } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"
import { currentTurn } from "./placement.ts"

const isId = (id: RpcId): boolean =>
  id === null || typeof id === "string" || typeof id === "number" || typeof id === "bigint"

/** The request waits; its tool call gets an entry if it was not mentioned before. */
export const askPermission: EventReducer<"PermissionRequested"> = (state, { id, request }) => {
  if (!isId(id) || !isObject(request)) return state
  return withPending(meetToolCall(state, request.toolCall, currentTurn(state)), { id, request })
}

/** Whether an outcome lets the tool run. What an option of an unknown kind means is not known, so it refuses nothing. */
const refuses = (outcome: RequestPermissionOutcome, { request }: PendingPermission): boolean => {
  if (!isObject(outcome)) return false
  if (outcome.outcome !== "selected") return outcome.outcome === "cancelled"
  const options: unknown = request.options
  const chosen: unknown = Array.isArray(options)
    ? options.find((option) => isRecord(option) && option.optionId === outcome.optionId)
    : undefined
  return isRecord(chosen) && isText(chosen.kind) && chosen.kind.startsWith("reject")
}

/** The request has its answer: it was allowed, refused or withdrawn. */
export const resolvePermission: EventReducer<"PermissionResolved"> = (state, { id, outcome }): SessionState => {
  const pending = isId(id) ? pendingPermission(state, id) : undefined
  if (pending === undefined) return state
  return answeredToolCall(withoutPending(state, id), pending.request.toolCall, refuses(outcome, pending))
}
