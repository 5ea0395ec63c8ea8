/** How a client answers when an agent asks for permission. */
import type { ObservableInput } from "rxjs"
import type { RequestPermissionOutcome, RequestPermissionRequest, ToolCallUpdate } from "../schema/index.ts"
import type { RpcId } from "../wire/messages/message.ts"
import type { SaidOfCall } from "./said-of-calls.ts"

/** What is known about a permission request besides the request itself. */
export interface PermissionContext {
  /** The session's tool call as patched so far; absent when the agent has not announced it. */
  readonly known?: ToolCallUpdate | undefined
  /**
   * All that was ever said of the call in this connection, in any session, also after it finished. Absent where a handler
   * is called without a connection.
   */
  readonly said?: SaidOfCall | undefined
  /** The tool call that started the subagent which asks, as Claude's adapter names it; absent for the main agent. */
  readonly parent?: string
  readonly sessionId: string
  /** The id of the request, as in `PermissionRequested` and for `session.answerPermission`; a connection always gives it. */
  readonly id?: RpcId
}

/**
 * Answers one `session/request_permission`: the first value is the outcome, completing without one means reject, and
 * the answer is unsubscribed when the request is withdrawn or the session cancelled.
 */
export type PermissionHandler = (
  request: RequestPermissionRequest,
  context: PermissionContext
) => ObservableInput<RequestPermissionOutcome>
