/** The fold of permission requests. */
import type { MessageId } from "@rxacp/core"
import type { PendingPermission, SessionState } from "../state/session-state.ts"
import { replaced } from "../updates/reducer.ts"
import { meetToolCall } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"
import { currentTurn } from "./placement.ts"

const without = ({ pendingPermissions }: SessionState, id: MessageId): ReadonlyArray<PendingPermission> =>
  pendingPermissions.filter((pending) => pending.id !== id)

/** The request waits; its tool call gets an entry if nobody spoke of it before. */
export const askPermission: EventReducer<"PermissionRequested"> = (state, { id, request }) => {
  const met = meetToolCall(state, request.toolCall, currentTurn(state))
  return replaced(met, "pendingPermissions", [...without(state, id), { id, request }])
}

/** The request has its answer. */
export const resolvePermission: EventReducer<"PermissionResolved"> = (state, { id }) =>
  replaced(state, "pendingPermissions", without(state, id))
