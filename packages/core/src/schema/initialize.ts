/** The handshake of a connection (protocol: Initialization). */
import * as Schema from "effect/Schema"
import { AgentCapabilities, noAgentCapabilities } from "./agent-capabilities.ts"
import { AuthMethod } from "./auth.ts"
import { ClientCapabilities } from "./client-capabilities.ts"
import { lenientItems, lenientKey } from "./codec/lenient.ts"
import { Meta, optionalNull, Uint16 } from "./scalar.ts"

/** The major version of the protocol. */
export const ProtocolVersion = Uint16
/** The major version of the protocol. */
export type ProtocolVersion = typeof ProtocolVersion.Type

/** The version that rxacp speaks. */
export const protocolVersion: ProtocolVersion = 1

/** What a peer calls itself; `title` is the name to show. */
export class Implementation extends Schema.Opaque<Implementation>()(
  Schema.Struct({ name: Schema.String, title: optionalNull(Schema.String), version: Schema.String, _meta: Meta })
) {}

/** Params of `initialize`, with the newest version that the client speaks. */
export class InitializeRequest extends Schema.Opaque<InitializeRequest>()(
  Schema.Struct({
    protocolVersion: ProtocolVersion,
    clientCapabilities: lenientKey(ClientCapabilities, {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      auth: { terminal: false }
    }),
    clientInfo: optionalNull(Implementation),
    _meta: Meta
  })
) {}

/** Result of `initialize`, with the version asked for, or the newest one that the agent speaks. */
export class InitializeResponse extends Schema.Opaque<InitializeResponse>()(
  Schema.Struct({
    protocolVersion: ProtocolVersion,
    agentCapabilities: lenientKey(AgentCapabilities, noAgentCapabilities),
    authMethods: lenientKey(lenientItems(AuthMethod), []),
    agentInfo: optionalNull(Implementation),
    _meta: Meta
  })
) {}
