/** What the parts of one connection share. */
import type { Observable } from "rxjs"
import type { ByteBudget } from "../internal/byte-budget.ts"
import type { PermissionHandler } from "../permissions/permission-handler.ts"
import type { SaidOfCalls } from "../permissions/said-of-calls.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import type { Peer } from "../rpc/peer.ts"
import type { InitializeResponse } from "../schema/index.ts"
import type { AnsweredCall } from "../session/answer-fact.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { TransportInternals } from "../transport/internals.ts"
import type { Timeouts } from "./options.ts"

/** What the parts of one connection share. */
export interface ConnectionContext {
  readonly transport: TransportInternals
  readonly peer: Peer
  readonly initialized: Observable<InitializeResponse>
  readonly permissions: PermissionHandler | undefined
  /** What was said of tool calls in any session; kept only when somebody is asked for permission. */
  readonly said: SaidOfCalls | undefined
  readonly limits: ConnectionLimits
  /** What may be kept of what the agent sends. */
  readonly budget: ByteBudget
  readonly timeouts: Required<Timeouts>
  readonly diagnose: (diagnostic: Diagnostic) => void
  /** A call was answered, whether or not it is still waited for. */
  readonly answered: (call: AnsweredCall) => void
}
