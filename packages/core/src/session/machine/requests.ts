/** The requests of the agent: each lives until it is answered, withdrawn, or its session cancelled or ended. */

import { withdrawal } from "./cancelling.ts"
import type { Fact, Wish } from "./input.ts"
import { drainingTurn, type OpenRequest, requestKey, type SessionState } from "./state.ts"
import { type Step, step } from "./step.ts"

type Of<Type, All> = Extract<All, { readonly type: Type }>

const withRequest = (state: SessionState, request: OpenRequest): SessionState => ({
  ...state,
  requests: new Map(state.requests).set(requestKey(request.id), request)
})

const withoutRequest = (state: SessionState, key: string): SessionState => {
  if (!state.requests.has(key)) return state
  const requests = new Map(state.requests)
  requests.delete(key)
  return { ...state, requests }
}

/** The agent asks for permission. In a turn that is being cancelled it is answered without asking. */
export const permissionRequested = (
  state: SessionState,
  { id, request, seq }: Of<"permissionRequested", Fact>
): Step => {
  if (state.requests.has(requestKey(id))) return step(state, [], [{ type: "refuseRequest", id }])
  const deciding = drainingTurn(state) !== undefined
  const open: OpenRequest = { id, kind: "permission", deciding }
  return step(
    withRequest(state, open),
    [{ _tag: "PermissionRequested", id, request, seq }],
    [deciding ? withdrawal(state, open) : { type: "ask", id }]
  )
}

/** Somebody answered; only the first answer counts. */
export const permissionAnswered = (state: SessionState, { id, outcome, by }: Of<"permissionAnswered", Wish>): Step => {
  const open = state.requests.get(requestKey(id))
  if (open === undefined || open.deciding || open.kind !== "permission") return step(state)
  const { sessionId } = state
  return step(
    withRequest(state, { ...open, deciding: true }),
    [],
    [{ type: "record", decision: { type: "permissionResolved", sessionId, id, outcome, by } }]
  )
}

/** The answer is recorded: now it is sent. */
export const permissionDecided = (
  state: SessionState,
  { id, outcome, by }: Pick<Of<"permissionAnswered", Wish>, "id" | "outcome" | "by">
): Step =>
  step(
    withoutRequest(state, requestKey(id)),
    [{ _tag: "PermissionResolved", id, outcome, by }],
    [{ type: "answer", id, outcome }]
  )

/** The agent asks for something else; no event reports it, but it waits for an answer. */
export const requestOpened = (state: SessionState, { id, kind }: Of<"requestOpened", Wish>): Step => {
  const deciding = kind === "form" && drainingTurn(state) !== undefined
  const open: OpenRequest = { id, kind, deciding }
  return step(withRequest(state, open), [], deciding ? [withdrawal(state, open)] : [])
}

/** It has been answered, or the agent took it back. */
export const requestClosed = (state: SessionState, { id }: Of<"requestClosed", Wish>): Step => {
  const key = requestKey(id)
  return state.requests.get(key)?.kind === "permission" ? step(state) : step(withoutRequest(state, key))
}
