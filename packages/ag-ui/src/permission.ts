/** Requests for permission by name, and the answers that come back. */
import type { RequestPermissionOutcome, RpcId } from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"

/** An answer for the agent: the id of its request, and the outcome. */
export interface PermissionAnswer {
  readonly id: RpcId
  readonly outcome: RequestPermissionOutcome
}

/**
 * The name of a request in events and in the state. Ids 1 and "1" differ on the wire, and a new connection starts its ids over,
 * so the type and the epoch are part of it.
 */
export const permissionIdOf = (epoch: number, id: RpcId): string => `${epoch}-${typeof id}-${id}`

/**
 * The answer that a page sent, `{ permissionId, optionId }`, for a request that is still open in the session's state;
 * undefined for one that is not, for an option that was not offered, and for anything else.
 */
export const permissionAnswer = (
  value: unknown,
  { pendingPermissions }: Pick<SessionState, "pendingPermissions">,
  epoch = 1
): PermissionAnswer | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const { permissionId, optionId } = value as { readonly permissionId?: unknown; readonly optionId?: unknown }
  const pending = [...pendingPermissions].find(({ id }) => permissionIdOf(epoch, id) === permissionId)
  const option = pending?.request.options.find((offered) => offered.optionId === optionId)
  return pending && option && { id: pending.id, outcome: { outcome: "selected", optionId: option.optionId } }
}
