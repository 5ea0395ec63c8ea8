/** What an agent offers to a client (protocol: Initialization). What is absent is not offered. */
import * as Schema from "effect/Schema"
import { lenientKey } from "./codec/lenient.ts"
import { flag, Meta, optionalNull } from "./scalar.ts"

/** The content that a prompt may hold, besides text and links. */
export class PromptCapabilities extends Schema.Opaque<PromptCapabilities>()(
  Schema.Struct({ image: flag, audio: flag, embeddedContext: flag, _meta: Meta })
) {}

/** How the agent reaches MCP servers, besides stdio. */
export class McpCapabilities extends Schema.Opaque<McpCapabilities>()(
  Schema.Struct({ http: flag, sse: flag, _meta: Meta })
) {}

/** The agent answers `session/list`. */
export class SessionListCapabilities extends Schema.Opaque<SessionListCapabilities>()(Schema.Struct({ _meta: Meta })) {}

/** The agent answers `session/delete`. */
export class SessionDeleteCapabilities extends Schema.Opaque<SessionDeleteCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** The agent takes `additionalDirectories`. */
export class SessionAdditionalDirectoriesCapabilities extends Schema.Opaque<SessionAdditionalDirectoriesCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** The agent answers `session/resume`. */
export class SessionResumeCapabilities extends Schema.Opaque<SessionResumeCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** The agent answers `session/close`. */
export class SessionCloseCapabilities extends Schema.Opaque<SessionCloseCapabilities>()(
  Schema.Struct({ _meta: Meta })
) {}

/** What the agent does with sessions, besides `session/new`, `session/prompt` and `session/cancel`. */
export class SessionCapabilities extends Schema.Opaque<SessionCapabilities>()(
  Schema.Struct({
    list: optionalNull(SessionListCapabilities),
    delete: optionalNull(SessionDeleteCapabilities),
    additionalDirectories: optionalNull(SessionAdditionalDirectoriesCapabilities),
    resume: optionalNull(SessionResumeCapabilities),
    close: optionalNull(SessionCloseCapabilities),
    _meta: Meta
  })
) {}

/** The agent answers `logout`. */
export class LogoutCapabilities extends Schema.Opaque<LogoutCapabilities>()(Schema.Struct({ _meta: Meta })) {}

/** What the agent does about authentication, besides `authenticate`. */
export class AgentAuthCapabilities extends Schema.Opaque<AgentAuthCapabilities>()(
  Schema.Struct({ logout: optionalNull(LogoutCapabilities), _meta: Meta })
) {}

const noPromptCapabilities = { image: false, audio: false, embeddedContext: false }
const noMcpCapabilities = { http: false, sse: false }

/** What an agent offers. `loadSession` stands for `session/load`. */
export class AgentCapabilities extends Schema.Opaque<AgentCapabilities>()(
  Schema.Struct({
    loadSession: flag,
    promptCapabilities: lenientKey(PromptCapabilities, noPromptCapabilities),
    mcpCapabilities: lenientKey(McpCapabilities, noMcpCapabilities),
    sessionCapabilities: lenientKey(SessionCapabilities, {}),
    auth: lenientKey(AgentAuthCapabilities, {}),
    _meta: Meta
  })
) {}

/** An agent that offers nothing but what every agent must. */
export const noAgentCapabilities: AgentCapabilities = {
  loadSession: false,
  promptCapabilities: noPromptCapabilities,
  mcpCapabilities: noMcpCapabilities,
  sessionCapabilities: {},
  auth: {}
}
