/** The handshake of a connection (protocol: Initialization). */

import * as Schema from "effect/Schema"
import { AgentCapabilities, noAgentCapabilities } from "./agent-capabilities.ts"
import { AuthMethod } from "./auth.ts"
import { ClientCapabilities } from "./client-capabilities.ts"
import { field, named, struct } from "./described.ts"
import { lenientItems, lenientKey } from "./lenient.ts"
import { Meta, optionalNull, Uint16 } from "./scalar.ts"

/** The major version of the protocol. */
export const ProtocolVersion = named("ProtocolVersion", "The major version of the protocol.", Uint16)
/** The major version of the protocol. */
export type ProtocolVersion = typeof ProtocolVersion.Type

/** What a peer calls itself; `title` is the name to show. */
export class Implementation extends Schema.Opaque<Implementation>()(
  struct("Implementation", "What a peer calls itself; `title` is the name to show.", {
    name: field("The name for programs.", Schema.String),
    title: field("The name to show.", optionalNull(Schema.String)),
    version: field("The version.", Schema.String),
    _meta: Meta
  })
) {}

/** Params of `initialize`, with the newest version that the client speaks. */
export class InitializeRequest extends Schema.Opaque<InitializeRequest>()(
  struct("InitializeRequest", "Params of `initialize`, with the newest version that the client speaks.", {
    protocolVersion: field("The newest version that the client speaks.", ProtocolVersion),
    clientCapabilities: field(
      "What the client offers.",
      lenientKey(ClientCapabilities, {
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
        auth: { terminal: false }
      })
    ),
    clientInfo: field("What the client calls itself.", optionalNull(Implementation)),
    _meta: Meta
  })
) {}

/** Result of `initialize`, with the version asked for, or the newest one that the agent speaks. */
export class InitializeResponse extends Schema.Opaque<InitializeResponse>()(
  struct(
    "InitializeResponse",
    "Result of `initialize`, with the version asked for, or the newest one that the agent speaks.",
    {
      protocolVersion: field("The version to speak.", ProtocolVersion),
      agentCapabilities: field("What the agent offers.", lenientKey(AgentCapabilities, noAgentCapabilities)),
      authMethods: field("The ways to authenticate.", lenientKey(lenientItems(AuthMethod), [])),
      agentInfo: field("What the agent calls itself.", optionalNull(Implementation)),
      _meta: Meta
    }
  )
) {}
