/** Opening, listing and closing sessions (protocol: Session Setup, Session List). Paths are absolute. */
import * as Schema from "effect/Schema"
import { lenientItems, lenientKey, lenientList, nullAs } from "./codec/lenient.ts"
import { McpServer } from "./mcp-server.ts"
import { Meta, optionalNull } from "./scalar.ts"
import { SessionConfigOption, SessionModeState } from "./session-config.ts"
import { SessionId } from "./session-id.ts"

const mcpServers = nullAs(Schema.Array(McpServer), [])
const additionalDirectories = Schema.optionalKey(nullAs(Schema.Array(Schema.String), []))
const choices = {
  modes: optionalNull(SessionModeState),
  configOptions: optionalNull(lenientItems(SessionConfigOption)),
  _meta: Meta
}

/** Params of `session/new`. */
export class NewSessionRequest extends Schema.Opaque<NewSessionRequest>()(
  Schema.Struct({ cwd: Schema.String, additionalDirectories, mcpServers, _meta: Meta })
) {}

/** Result of `session/new`. */
export class NewSessionResponse extends Schema.Opaque<NewSessionResponse>()(
  Schema.Struct({ sessionId: SessionId, ...choices })
) {}

/** Params of `session/load`. The agent sends the whole history as updates before it answers. */
export class LoadSessionRequest extends Schema.Opaque<LoadSessionRequest>()(
  Schema.Struct({ mcpServers, cwd: Schema.String, additionalDirectories, sessionId: SessionId, _meta: Meta })
) {}

/** Result of `session/load`. */
export class LoadSessionResponse extends Schema.Opaque<LoadSessionResponse>()(Schema.Struct(choices)) {}

/** Params of `session/resume`. The agent sends no history. */
export class ResumeSessionRequest extends Schema.Opaque<ResumeSessionRequest>()(
  Schema.Struct({
    sessionId: SessionId,
    cwd: Schema.String,
    additionalDirectories,
    mcpServers: Schema.optionalKey(mcpServers),
    _meta: Meta
  })
) {}

/** Result of `session/resume`. */
export class ResumeSessionResponse extends Schema.Opaque<ResumeSessionResponse>()(Schema.Struct(choices)) {}

/** Params of `session/list`: only those of a working directory, and the place where the last page ended. */
export class ListSessionsRequest extends Schema.Opaque<ListSessionsRequest>()(
  Schema.Struct({
    cwd: Schema.optionalKey(Schema.NullOr(Schema.String)),
    cursor: Schema.optionalKey(Schema.NullOr(Schema.String)),
    _meta: Meta
  })
) {}

/** A session in a list. `updatedAt` is an ISO 8601 time, unchecked. */
export class SessionInfo extends Schema.Opaque<SessionInfo>()(
  Schema.Struct({
    sessionId: SessionId,
    cwd: Schema.String,
    additionalDirectories: lenientKey(lenientItems(Schema.String)),
    title: optionalNull(Schema.String),
    updatedAt: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** Result of `session/list`. Without `nextCursor` it is the last page. */
export class ListSessionsResponse extends Schema.Opaque<ListSessionsResponse>()(
  Schema.Struct({ sessions: lenientList(SessionInfo), nextCursor: optionalNull(Schema.String), _meta: Meta })
) {}

const ofSession = { sessionId: SessionId, _meta: Meta }

/** Params of `session/delete`. */
export class DeleteSessionRequest extends Schema.Opaque<DeleteSessionRequest>()(Schema.Struct(ofSession)) {}

/** Result of `session/delete`. */
export class DeleteSessionResponse extends Schema.Opaque<DeleteSessionResponse>()(Schema.Struct({ _meta: Meta })) {}

/** Params of `session/close`: ends what the session does and frees it. */
export class CloseSessionRequest extends Schema.Opaque<CloseSessionRequest>()(Schema.Struct(ofSession)) {}

/** Result of `session/close`. */
export class CloseSessionResponse extends Schema.Opaque<CloseSessionResponse>()(Schema.Struct({ _meta: Meta })) {}
