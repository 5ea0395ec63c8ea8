/** What an agent offers to a client (protocol: Initialization). What is absent is not offered. */

import * as Schema from "effect/Schema"
import { field, struct } from "./described.ts"
import { lenientKey } from "./lenient.ts"
import { flag, Meta, optionalNull } from "./scalar.ts"

/** The content that a prompt may hold, besides text and links. */
export class PromptCapabilities extends Schema.Opaque<PromptCapabilities>()(
  struct("PromptCapabilities", "The content that a prompt may hold, besides text and links.", {
    image: field("Prompts may hold images.", flag),
    audio: field("Prompts may hold sound.", flag),
    embeddedContext: field("Prompts may hold the contents of resources (`resource`).", flag),
    _meta: Meta
  })
) {}

/** How the agent reaches MCP servers, besides stdio. */
export class McpCapabilities extends Schema.Opaque<McpCapabilities>()(
  struct("McpCapabilities", "How the agent reaches MCP servers, besides stdio.", {
    http: field("MCP servers over HTTP.", flag),
    sse: field("MCP servers over server-sent events, which MCP deprecated.", flag),
    _meta: Meta
  })
) {}

/** The agent answers `session/list`. */
export class SessionListCapabilities extends Schema.Opaque<SessionListCapabilities>()(
  struct("SessionListCapabilities", "The agent answers `session/list`.", { _meta: Meta })
) {}

/** The agent answers `session/delete`. */
export class SessionDeleteCapabilities extends Schema.Opaque<SessionDeleteCapabilities>()(
  struct("SessionDeleteCapabilities", "The agent answers `session/delete`.", { _meta: Meta })
) {}

/** The agent takes `additionalDirectories`. */
export class SessionAdditionalDirectoriesCapabilities extends Schema.Opaque<SessionAdditionalDirectoriesCapabilities>()(
  struct("SessionAdditionalDirectoriesCapabilities", "The agent takes `additionalDirectories`.", { _meta: Meta })
) {}

/** The agent answers `session/resume`. */
export class SessionResumeCapabilities extends Schema.Opaque<SessionResumeCapabilities>()(
  struct("SessionResumeCapabilities", "The agent answers `session/resume`.", { _meta: Meta })
) {}

/** The agent answers `session/close`. */
export class SessionCloseCapabilities extends Schema.Opaque<SessionCloseCapabilities>()(
  struct("SessionCloseCapabilities", "The agent answers `session/close`.", { _meta: Meta })
) {}

/** What the agent does with sessions, besides `session/new`, `session/prompt` and `session/cancel`. */
export class SessionCapabilities extends Schema.Opaque<SessionCapabilities>()(
  struct(
    "SessionCapabilities",
    "What the agent does with sessions, besides `session/new`, `session/prompt` and `session/cancel`.",
    {
      list: field("Set: the agent answers `session/list`.", optionalNull(SessionListCapabilities)),
      delete: field("Set: the agent answers `session/delete`.", optionalNull(SessionDeleteCapabilities)),
      additionalDirectories: field(
        "Set: set-up calls may name further folders.",
        optionalNull(SessionAdditionalDirectoriesCapabilities)
      ),
      resume: field("Set: the agent answers `session/resume`.", optionalNull(SessionResumeCapabilities)),
      close: field("Set: the agent answers `session/close`.", optionalNull(SessionCloseCapabilities)),
      _meta: Meta
    }
  )
) {}

/** The agent answers `logout`. */
export class LogoutCapabilities extends Schema.Opaque<LogoutCapabilities>()(
  struct("LogoutCapabilities", "The agent answers `logout`.", { _meta: Meta })
) {}

/** What the agent does about authentication, besides `authenticate`. */
export class AgentAuthCapabilities extends Schema.Opaque<AgentAuthCapabilities>()(
  struct("AgentAuthCapabilities", "What the agent does about authentication, besides `authenticate`.", {
    logout: field("Set: the agent answers `logout`.", optionalNull(LogoutCapabilities)),
    _meta: Meta
  })
) {}

const noPromptCapabilities = { image: false, audio: false, embeddedContext: false }
const noMcpCapabilities = { http: false, sse: false }

/** What an agent offers. `loadSession` stands for `session/load`. */
export class AgentCapabilities extends Schema.Opaque<AgentCapabilities>()(
  struct("AgentCapabilities", "What an agent offers. `loadSession` stands for `session/load`.", {
    loadSession: field("The agent answers `session/load`.", flag),
    promptCapabilities: field(
      "What a prompt may hold besides text and links.",
      lenientKey(PromptCapabilities, noPromptCapabilities)
    ),
    mcpCapabilities: field(
      "How MCP servers are reached besides stdio.",
      lenientKey(McpCapabilities, noMcpCapabilities)
    ),
    sessionCapabilities: field(
      "What the agent does with sessions besides the basics.",
      lenientKey(SessionCapabilities, {})
    ),
    auth: field("What the agent does about authentication.", lenientKey(AgentAuthCapabilities, {})),
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
