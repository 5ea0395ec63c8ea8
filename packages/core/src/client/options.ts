/** What a connection is made with. */

import type { PermissionHandler } from "../permissions/permission-handler.ts"
import type { ExtensionHandlers } from "../rpc/extension-handler.ts"
import type { TraceSink } from "../rpc/trace.ts"
import type { ClientCapabilities, Implementation } from "../schema/index.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { UnstableFeatures } from "../session/unstable/features.ts"
import type { ElicitationService } from "./elicitation-service.ts"
import type { FileService, TerminalService } from "./services.ts"

/** How long to wait for the other side, in ms; `Infinity` waits for ever. The clocks stand still while delivery is held. */
export interface Timeouts {
  /** From the handshake to the first line of the agent; default 60,000. */
  readonly start?: number
  /** From the handshake to its answer; default 60,000. */
  readonly initialize?: number
  /** For the answer to any other call but a prompt or a load; default 120,000. */
  readonly request?: number
  /** From a cancel to the answer to its prompt; default 30,000. */
  readonly cancel?: number
  /** For the next event of a running turn; also stands still while a permission request is open. Default: for ever. */
  readonly idle?: number
  /** For a whole turn. Default: for ever. */
  readonly turn?: number
  /** Hold of delivery, with calls pending, after which `HeldWithCallsPending` is reported; default 30,000. */
  readonly hold?: number
}

/** Options of `connect`. What is present of the services is advertised to the agent; there are no flags. */
export interface ConnectOptions {
  /** Name and version of the client, for the agent. */
  readonly info: Implementation
  /** Answers permission requests; without it they are rejected. */
  readonly permissions?: PermissionHandler
  /** Answers `fs/*`. */
  readonly files?: FileService
  /** Answers `terminal/*`. */
  readonly terminals?: TerminalService
  /** Answers `elicitation/*`. */
  readonly elicitation?: ElicitationService
  /** Handlers of requests and notifications that are not part of the protocol, by method. */
  readonly handlers?: ExtensionHandlers
  /** Caps on what the agent sends. `connect` throws a `RangeError` if one is zero, negative or not a number. */
  readonly limits?: ConnectionLimits
  /** Gets metadata of every message, never content. */
  readonly trace?: TraceSink
  readonly timeouts?: Timeouts
  /**
   * What to use of the protocol's unstable part and of conventions outside of it: `true` for all of it, or the features by
   * name. Default: none. Each is declared to the agent, and may change with any version.
   */
  readonly unstable?: UnstableFeatures
  /** Advertised besides what follows from the services: `session`, `auth`, `_meta`. */
  readonly capabilities?: Pick<ClientCapabilities, "session" | "auth" | "_meta">
}

/** The timeouts of a connection with the defaults filled in. */
export const withDefaults = (timeouts: Timeouts = {}): Required<Timeouts> => ({
  start: 60_000,
  initialize: 60_000,
  request: 120_000,
  cancel: 30_000,
  idle: Number.POSITIVE_INFINITY,
  turn: Number.POSITIVE_INFINITY,
  hold: 30_000,
  ...timeouts
})
