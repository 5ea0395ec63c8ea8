/** What the parts of one connection share. */
import type { Observable } from "rxjs"
import type { PermissionHandler } from "../permissions/permission-handler.ts"
import type { Diagnostic } from "../rpc/diagnostic.ts"
import type { Peer } from "../rpc/peer.ts"
import type { InitializeResponse } from "../schema/index.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { Transport } from "../transport/transport.ts"
import type { Timeouts } from "./options.ts"

/** What the parts of one connection share. */
export interface ConnectionContext {
  readonly transport: Transport
  readonly peer: Peer
  readonly initialized: Observable<InitializeResponse>
  readonly permissions: PermissionHandler | undefined
  readonly limits: ConnectionLimits
  readonly timeouts: Required<Timeouts>
  readonly diagnose: (diagnostic: Diagnostic) => void
  /** Lets the transport deliver, when somebody listens who has made no call. */
  readonly start: () => void
}
