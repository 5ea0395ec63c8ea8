/** The agent's half of the handshake: nothing else is answered before it (protocol: Initialization). */
import { AsyncSubject, type Observable } from "rxjs"
import { RequestFailed } from "../failures.ts"
import type { ClientCapabilities, InitializeRequest, InitializeResponse } from "../schema/index.ts"
import { protocolVersion } from "../schema/protocol-version.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import type { AgentHandlers } from "./handlers.ts"
import { agentCapabilities } from "./offered-capabilities.ts"

export interface AgentHandshake {
  /** What the client said; emits once, also to late subscribers. */
  readonly client: Observable<InitializeRequest>
  readonly capabilities: () => ClientCapabilities
  /**
   * Answers `initialize`. The version is the client's if it is supported, else the agent's, and then the client decides. A second
   * one is refused.
   */
  readonly accept: (request: InitializeRequest) => InitializeResponse
  readonly begun: () => boolean
  /** The client's half; throws the answer to a call that came before it. */
  readonly required: (method: string) => InitializeRequest
}

/** Waits for the client to begin. */
export const agentHandshake = (handlers: AgentHandlers): AgentHandshake => {
  const client = new AsyncSubject<InitializeRequest>()
  let said: InitializeRequest | undefined

  const refuse = (message: string, method: string): RequestFailed =>
    new RequestFailed({ code: RpcErrorCode.InvalidRequest, message, method })

  return {
    client: client.asObservable(),
    capabilities: () => said?.clientCapabilities ?? {},
    accept: (request) => {
      if (said !== undefined) throw refuse("already initialized", "initialize")
      said = request
      client.next(request)
      client.complete()
      const { info, authMethods } = handlers
      return {
        protocolVersion,
        agentCapabilities: agentCapabilities(handlers),
        authMethods: authMethods ?? [],
        ...(info === undefined ? {} : { agentInfo: info })
      }
    },
    begun: () => said !== undefined,
    required: (method) => {
      if (said === undefined) throw refuse("not initialized", method)
      return said
    }
  }
}
