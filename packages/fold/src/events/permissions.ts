/** The fold of permission requests. */
import { replaced } from "../updates/reducer.ts"
import { meetToolCall } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"
import { currentTurn } from "./placement.ts"

/** The request waits; its tool call gets an entry if nobody spoke of it before. */
export const askPermission: EventReducer<"PermissionRequested"> = (state, { id, request }) => {
  const met = meetToolCall(state, request.toolCall, currentTurn(state))
  const others = state.pendingPermissions.filter((pending) => pending.id !== id)
  return replaced(met, "pendingPermissions", [...others, { id, request }])
}

/** The request has its answer. */
export const resolvePermission: EventReducer<"PermissionResolved"> = (state, { id }) => {
  const pendingPermissions = state.pendingPermissions.filter((pending) => pending.id !== id)
  return pendingPermissions.length === state.pendingPermissions.length ? state : { ...state, pendingPermissions }
}
