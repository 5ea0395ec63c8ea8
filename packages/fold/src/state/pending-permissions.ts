/** The permission requests that wait, read and changed without copying a long list. */
import type { RpcId } from "@rxacp/core"
import { withLong } from "./change-state.ts"
import { LONG, LongLists } from "./long-lists.ts"
import type { OpenRequests } from "./open-requests.ts"
import { sameJson } from "./same-json.ts"
import type { SessionState } from "./session-state.ts"
import type { PendingPermission } from "./turn-state.ts"

const withRequests = (state: SessionState, { turns }: LongLists, requests: OpenRequests): SessionState =>
  withLong(state, new LongLists(turns, requests))

/** The request with this id. */
export const pendingPermission = (state: SessionState, id: RpcId): PendingPermission | undefined =>
  state.long === null ? state.pendingPermissions.find((pending) => pending.id === id) : state.long.requests.get(id)

/** The state with one more request; one with the same id goes. */
export const withPending = (state: SessionState, pending: PendingPermission): SessionState => {
  const known = pendingPermission(state, pending.id)
  if (known !== undefined && sameJson(known, pending)) return state
  if (state.long === null && state.pendingPermissions.length < LONG) {
    const others = state.pendingPermissions.filter(({ id }) => id !== pending.id)
    return { ...state, pendingPermissions: [...others, pending] }
  }
  const long = LongLists.of(state)
  return withRequests(state, long, long.requests.with(pending))
}

/** The state without the request of this id. */
export const withoutPending = (state: SessionState, id: RpcId): SessionState => {
  if (pendingPermission(state, id) === undefined) return state
  const { long } = state
  if (long !== null) return withRequests(state, long, long.requests.without(id))
  return { ...state, pendingPermissions: state.pendingPermissions.filter((pending) => pending.id !== id) }
}

/** The state in which every request has outlived its turn. */
export const withTurnEnded = (state: SessionState): SessionState => {
  const { long } = state
  if (long !== null) return long.requests.allEnded ? state : withRequests(state, long, long.requests.turnEnded())
  if (state.pendingPermissions.every(({ turnEnded }) => turnEnded)) return state
  const pendingPermissions = state.pendingPermissions.map(
    (pending): PendingPermission => (pending.turnEnded ? pending : { ...pending, turnEnded: true })
  )
  return { ...state, pendingPermissions }
}
