/** Opening, listing and closing sessions (protocol: Session Setup, Session List). Paths are absolute. */

import * as Schema from "effect/Schema"
import { field, struct } from "./described.ts"
import { lenientItems, lenientKey, lenientList, nullAs } from "./lenient.ts"
import { McpServer } from "./mcp-server.ts"
import { Meta, optionalNull } from "./scalar.ts"
import { SessionConfigOption, SessionModeState } from "./session-config.ts"
import { SessionId } from "./session-id.ts"

const mcpServers = field("MCP servers for the agent to connect to.", nullAs(Schema.Array(McpServer), []))
const additionalDirectories = field(
  "Absolute paths of further folders to work in.",
  Schema.optionalKey(nullAs(Schema.Array(Schema.String), []))
)
const choices = {
  modes: field("The modes on offer and the current one.", optionalNull(SessionModeState)),
  configOptions: field("The options with their values.", optionalNull(lenientItems(SessionConfigOption))),
  _meta: Meta
}

/** Params of `session/new`. */
export class NewSessionRequest extends Schema.Opaque<NewSessionRequest>()(
  struct("NewSessionRequest", "Params of `session/new`.", {
    cwd: field("The absolute path of the working directory.", Schema.String),
    additionalDirectories,
    mcpServers,
    _meta: Meta
  })
) {}

/** Result of `session/new`. */
export class NewSessionResponse extends Schema.Opaque<NewSessionResponse>()(
  struct("NewSessionResponse", "Result of `session/new`.", {
    sessionId: field("The id of the new session.", SessionId),
    ...choices
  })
) {}

/** Params of `session/load`. The agent sends the whole history as updates before it answers. */
export class LoadSessionRequest extends Schema.Opaque<LoadSessionRequest>()(
  struct(
    "LoadSessionRequest",
    "Params of `session/load`. The agent sends the whole history as updates before it answers.",
    {
      mcpServers,
      cwd: field("The absolute path of the working directory.", Schema.String),
      additionalDirectories,
      sessionId: field("The session to load.", SessionId),
      _meta: Meta
    }
  )
) {}

/** Result of `session/load`. */
export class LoadSessionResponse extends Schema.Opaque<LoadSessionResponse>()(
  struct("LoadSessionResponse", "Result of `session/load`.", choices)
) {}

/** Params of `session/resume`. The agent sends no history. */
export class ResumeSessionRequest extends Schema.Opaque<ResumeSessionRequest>()(
  struct("ResumeSessionRequest", "Params of `session/resume`. The agent sends no history.", {
    sessionId: field("The session to resume.", SessionId),
    cwd: field("The absolute path of the working directory.", Schema.String),
    additionalDirectories,
    mcpServers: field("MCP servers for the agent to connect to.", Schema.optionalKey(mcpServers)),
    _meta: Meta
  })
) {}

/** Result of `session/resume`. */
export class ResumeSessionResponse extends Schema.Opaque<ResumeSessionResponse>()(
  struct("ResumeSessionResponse", "Result of `session/resume`.", choices)
) {}

/** Params of `session/list`: only those of a working directory, and the place where the last page ended. */
export class ListSessionsRequest extends Schema.Opaque<ListSessionsRequest>()(
  struct(
    "ListSessionsRequest",
    "Params of `session/list`: only those of a working directory, and the place where the last page ended.",
    {
      cwd: field("Only sessions of this working directory.", Schema.optionalKey(Schema.NullOr(Schema.String))),
      cursor: field("The `nextCursor` of the page before.", Schema.optionalKey(Schema.NullOr(Schema.String))),
      _meta: Meta
    }
  )
) {}

/** A session in a list. `updatedAt` is an ISO 8601 time, unchecked. */
export class SessionInfo extends Schema.Opaque<SessionInfo>()(
  struct("SessionInfo", "A session in a list. `updatedAt` is an ISO 8601 time, unchecked.", {
    sessionId: field("The id of the session.", SessionId),
    cwd: field("Its working directory.", Schema.String),
    additionalDirectories: field("Further folders that it works in.", lenientKey(lenientItems(Schema.String))),
    title: field("The name to show.", optionalNull(Schema.String)),
    updatedAt: field("When it last changed, as an ISO 8601 time, unchecked.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** Result of `session/list`. Without `nextCursor` it is the last page. */
export class ListSessionsResponse extends Schema.Opaque<ListSessionsResponse>()(
  struct("ListSessionsResponse", "Result of `session/list`. Without `nextCursor` it is the last page.", {
    sessions: field("The sessions of this page.", lenientList(SessionInfo)),
    nextCursor: field("Where the next page begins; absent on the last one.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

const ofSession = { sessionId: field("The id of the session.", SessionId), _meta: Meta }

/** Params of `session/delete`. */
export class DeleteSessionRequest extends Schema.Opaque<DeleteSessionRequest>()(
  struct("DeleteSessionRequest", "Params of `session/delete`.", ofSession)
) {}

/** Result of `session/delete`. */
export class DeleteSessionResponse extends Schema.Opaque<DeleteSessionResponse>()(
  struct("DeleteSessionResponse", "Result of `session/delete`.", { _meta: Meta })
) {}

/** Params of `session/close`: ends what the session does and frees it. */
export class CloseSessionRequest extends Schema.Opaque<CloseSessionRequest>()(
  struct("CloseSessionRequest", "Params of `session/close`: ends what the session does and frees it.", ofSession)
) {}

/** Result of `session/close`. */
export class CloseSessionResponse extends Schema.Opaque<CloseSessionResponse>()(
  struct("CloseSessionResponse", "Result of `session/close`.", { _meta: Meta })
) {}
