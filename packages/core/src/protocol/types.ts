/** The types of ACP v1. */

// Generated from the schemas in `schema/effect` by `npm run generate`.

/** What the agent does about authentication, besides `authenticate`. */
export interface AgentAuthCapabilities {
  /** Set: the agent answers `logout`. */
  readonly logout?: LogoutCapabilities | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What an agent offers. `loadSession` stands for `session/load`. */
export interface AgentCapabilities {
  /** The agent answers `session/load`. */
  readonly loadSession?: boolean
  /** What a prompt may hold besides text and links. */
  readonly promptCapabilities?: PromptCapabilities
  /** How MCP servers are reached besides stdio. */
  readonly mcpCapabilities?: McpCapabilities
  /** What the agent does with sessions besides the basics. */
  readonly sessionCapabilities?: SessionCapabilities
  /** What the agent does about authentication. */
  readonly auth?: AgentAuthCapabilities
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Hints on how to use or show content. */
export interface Annotations {
  /** Who it is meant for. */
  readonly audience?: ReadonlyArray<Role> | null
  /** When it last changed, as an ISO 8601 time, unchecked. */
  readonly lastModified?: string | null
  /** How much it matters, from 0 to 1, unchecked. */
  readonly priority?: number | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Sound; `data` is base64. */
export interface AudioContent {
  /** Hints on how to use or show it. */
  readonly annotations?: Annotations | null
  /** The bytes of the sound in base64. */
  readonly data: string
  /** The media type, such as `audio/wav`. */
  readonly mimeType: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The ways to authenticate that the client knows, besides `authenticate`. */
export interface AuthCapabilities {
  /** The client can run a command in a terminal for authentication. */
  readonly terminal?: boolean
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A way to authenticate. Only the kind for a terminal has a `type`; a broken one reads as the agent's own kind. */
export type AuthMethod = (AuthMethodTerminal & { readonly type: "terminal" }) | AuthMethodAgent

/** A way that the agent handles by itself, called by `authenticate`. */
export interface AuthMethodAgent {
  /** The id to call `authenticate` with. */
  readonly id: AuthMethodId
  /** The name to show. */
  readonly name: string
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id of a way to authenticate. */
export type AuthMethodId = string

/** A way that needs a terminal: the agent's own command, run there with these arguments and variables more. */
export interface AuthMethodTerminal {
  /** The id to call `authenticate` with. */
  readonly id: AuthMethodId
  /** The name to show. */
  readonly name: string
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** Arguments to add to the agent's own command. */
  readonly args?: ReadonlyArray<string>
  /** Environment variables to add, by name. */
  readonly env?: Readonly<Record<string, string>>
}

/** Params of `authenticate`. */
export interface AuthenticateRequest {
  /** The `id` of one of the agent's `authMethods`. */
  readonly methodId: AuthMethodId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `authenticate`. */
export interface AuthenticateResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A command; a prompt calls it with a slash before its name. */
export interface AvailableCommand {
  /** The name, without the slash. */
  readonly name: string
  /** What the command does. */
  readonly description: string
  /** The input that it takes, if any. */
  readonly input?: AvailableCommandInput | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The input a command takes; of one kind, so far. */
export type AvailableCommandInput = UnstructuredCommandInput

/** The whole list of commands. */
export interface AvailableCommandsUpdate {
  /** Every command; the list replaces the one before. */
  readonly availableCommands: ReadonlyArray<AvailableCommand>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The bytes of a resource; `blob` is base64. */
export interface BlobResourceContents {
  /** The bytes in base64. */
  readonly blob: string
  /** The media type, when it is known. */
  readonly mimeType?: string | null
  /** The address of the resource. */
  readonly uri: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The client shows options of the type `boolean`. */
export interface BooleanConfigOptionCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Asks for yes or no. */
export interface BooleanPropertySchema {
  /** The name to show. */
  readonly title?: string | null
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** The value to start with. */
  readonly default?: boolean | null
}

/** Params of `session/cancel`. */
export interface CancelNotification {
  /** The session whose turn to cancel. */
  readonly sessionId: SessionId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `$/cancel_request`. The request is still answered, by a result or by -32800. */
export interface CancelRequestNotification {
  /** The id of the request to give up. */
  readonly requestId: RequestId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What a client offers. `terminal` stands for all methods `terminal/*`. */
export interface ClientCapabilities {
  /** The methods `fs/*` that the client answers. */
  readonly fs?: FileSystemCapabilities
  /** The client answers all methods `terminal/*`. */
  readonly terminal?: boolean
  /** What the client does with updates of a session. */
  readonly session?: ClientSessionCapabilities | null
  /** The ways to authenticate that the client knows. */
  readonly auth?: AuthCapabilities
  /** The modes of `elicitation/create` that the client answers. */
  readonly elicitation?: ElicitationCapabilities | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What the client does with the updates of a session. */
export interface ClientSessionCapabilities {
  /** Set: compactions are shown. */
  readonly compaction?: CompactionCapabilities | null
  /** The types of options that are shown besides `select`. */
  readonly configOptions?: SessionConfigOptionsCapabilities | null
  /** Set: notices are shown. */
  readonly notices?: NoticeCapabilities | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/close`: ends what the session does and frees it. */
export interface CloseSessionRequest {
  /** The id of the session. */
  readonly sessionId: SessionId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/close`. */
export interface CloseSessionResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The client shows `compaction_update` and `compaction_summary_chunk`. */
export type CompactionCapabilities = Readonly<Record<string, unknown>>

/** The id of a compaction. */
export type CompactionId = string

/** How far a compaction is. */
export type CompactionStatus = "in_progress" | "completed" | "failed" | "cancelled" | (string & {})

/** A piece of the summary of a compaction. */
export interface CompactionSummaryChunk {
  /** The id of the compaction. */
  readonly compactionId: CompactionId
  /** The piece itself. */
  readonly content: ContentBlock
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A patch of a compaction of the context: an absent field keeps, null clears. */
export interface CompactionUpdate {
  /** The id of the compaction. */
  readonly compactionId: CompactionId
  /** How far it is. */
  readonly status: CompactionStatus
  /** What remains of the context; null clears it. */
  readonly summary?: ReadonlyArray<ContentBlock> | null
  /** Why it failed; null clears it. */
  readonly error?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `elicitation/complete`. */
export interface CompleteElicitationNotification {
  /** The elicitation that is complete. */
  readonly elicitationId: ElicitationId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The whole list of options with their values. */
export interface ConfigOptionUpdate {
  /** Every option with its value; the list replaces the one before. */
  readonly configOptions: ReadonlyArray<SessionConfigOption>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A content block in a tool call. */
export interface Content {
  /** The content block. */
  readonly content: ContentBlock
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** One piece of content, told apart by `type`. */
export type ContentBlock =
  | (TextContent & { readonly type: "text" })
  | (ImageContent & { readonly type: "image" })
  | (AudioContent & { readonly type: "audio" })
  | (ResourceLink & { readonly type: "resource_link" })
  | (EmbeddedResource & { readonly type: "resource" })
  | Unrecognized

/** A piece of a message. Chunks are appended; there is no end mark. */
export interface ContentChunk {
  /** The piece itself. */
  readonly content: ContentBlock
  /** The id of the message that it belongs to, if the agent gives ids. */
  readonly messageId?: MessageId | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What the session has cost so far; `currency` is an ISO 4217 code or another unit. */
export interface Cost {
  /** How much, in units of `currency`. */
  readonly amount: number
  /** An ISO 4217 code or another unit. */
  readonly currency: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `elicitation/create`. One with a `mode` from a later version is kept as it is, to be refused. */
export type CreateElicitationRequest =
  | {
      /** The client shows a form. */
      readonly mode: "form"
      /** What to tell the user. */
      readonly message: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The form to show. */
      readonly requestedSchema: ElicitationSchema
      /** The session it belongs to. */
      readonly sessionId: SessionId
      /** The tool call it belongs to, if any. */
      readonly toolCallId?: ToolCallId | null
    }
  | {
      /** The client shows a form. */
      readonly mode: "form"
      /** What to tell the user. */
      readonly message: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The form to show. */
      readonly requestedSchema: ElicitationSchema
      /** The id of the open request it belongs to. */
      readonly requestId: RequestId
    }
  | {
      /** The client opens an address. */
      readonly mode: "url"
      /** What to tell the user. */
      readonly message: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The id by which `elicitation/complete` names it. */
      readonly elicitationId: ElicitationId
      /** The address to open. */
      readonly url: string
      /** The session it belongs to. */
      readonly sessionId: SessionId
      /** The tool call it belongs to, if any. */
      readonly toolCallId?: ToolCallId | null
    }
  | {
      /** The client opens an address. */
      readonly mode: "url"
      /** What to tell the user. */
      readonly message: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The id by which `elicitation/complete` names it. */
      readonly elicitationId: ElicitationId
      /** The address to open. */
      readonly url: string
      /** The id of the open request it belongs to. */
      readonly requestId: RequestId
    }
  | {
      /** A mode from a later version. */
      readonly mode: string
      /** What to tell the user. */
      readonly message: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The session it belongs to. */
      readonly sessionId: SessionId
      /** The tool call it belongs to, if any. */
      readonly toolCallId?: ToolCallId | null
      readonly [key: string]: unknown
    }
  | {
      /** A mode from a later version. */
      readonly mode: string
      /** What to tell the user. */
      readonly message: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The id of the open request it belongs to. */
      readonly requestId: RequestId
      readonly [key: string]: unknown
    }

/** Result of `elicitation/create`. */
export type CreateElicitationResponse =
  | {
      /** The user agreed. */
      readonly action: "accept"
      /** The values of the form by field. */
      readonly content?: Readonly<Record<string, ElicitationContentValue>> | null
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
    }
  | {
      /** The user refused. */
      readonly action: "decline"
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
    }
  | {
      /** The user made no choice. */
      readonly action: "cancel"
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
    }
  | {
      /** An action from a later version. */
      readonly action: string
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      readonly [key: string]: unknown
    }

/** Params of `terminal/create`. `cwd` is absolute; of more output than `outputByteLimit` the start is dropped. */
export interface CreateTerminalRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The program to run. */
  readonly command: string
  /** Its arguments. */
  readonly args?: ReadonlyArray<string>
  /** Environment variables to add. */
  readonly env?: ReadonlyArray<EnvVariable>
  /** The absolute path to run it in. */
  readonly cwd?: string | null
  /** How many bytes of output to keep; of more, the start is dropped. */
  readonly outputByteLimit?: number | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `terminal/create`. */
export interface CreateTerminalResponse {
  /** The id of the new terminal. */
  readonly terminalId: TerminalId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The agent is in this mode now. */
export interface CurrentModeUpdate {
  /** The id of the mode. */
  readonly currentModeId: SessionModeId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/delete`. */
export interface DeleteSessionRequest {
  /** The id of the session. */
  readonly sessionId: SessionId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/delete`. */
export interface DeleteSessionResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A change to a file; without `oldText` the file is new. */
export interface Diff {
  /** The absolute path of the file. */
  readonly path: string
  /** The text before; absent or null for a new file. */
  readonly oldText?: string | null
  /** The text after. */
  readonly newText: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The user agreed; `content` holds the values of the form. */
export interface ElicitationAcceptAction {
  /** The values of the form by field. */
  readonly content?: Readonly<Record<string, ElicitationContentValue>> | null
}

/** The modes of `elicitation/create` that the client answers; with neither it answers none. */
export interface ElicitationCapabilities {
  /** Set: forms are shown. */
  readonly form?: ElicitationFormCapabilities | null
  /** Set: addresses are opened. */
  readonly url?: ElicitationUrlCapabilities | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A value that the user gave. */
export type ElicitationContentValue = string | number | number | boolean | ReadonlyArray<string>

/** The client shows forms. */
export interface ElicitationFormCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The client shows a form. With both scopes the session counts. */
export type ElicitationFormMode =
  | {
      /** The form to show. */
      readonly requestedSchema: ElicitationSchema
      /** The session it belongs to. */
      readonly sessionId: SessionId
      /** The tool call it belongs to, if any. */
      readonly toolCallId?: ToolCallId | null
    }
  | {
      /** The form to show. */
      readonly requestedSchema: ElicitationSchema
      /** The id of the open request it belongs to. */
      readonly requestId: RequestId
    }

/** The id of an elicitation that goes on outside the client. */
export type ElicitationId = string

/** One field of a form; one of a `type` from a later version is kept as it is. */
export type ElicitationPropertySchema =
  | (StringPropertySchema & { readonly type: "string" })
  | (NumberPropertySchema & { readonly type: "number" })
  | (IntegerPropertySchema & { readonly type: "integer" })
  | (BooleanPropertySchema & { readonly type: "boolean" })
  | (MultiSelectPropertySchema & { readonly type: "array" })
  | {
      /** A type from a later version. */
      readonly type: string
      readonly [key: string]: unknown
    }

/** It belongs to a request that is open, such as `authenticate`. */
export interface ElicitationRequestScope {
  /** The id of the open request it belongs to. */
  readonly requestId: RequestId
}

/** A form; an absent `properties` means one without fields. */
export interface ElicitationSchema {
  /** The name to show. */
  readonly title?: string | null
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** Always `object`. */
  readonly type?: ElicitationSchemaType
  /** The fields of the form by name. */
  readonly properties?: Readonly<Record<string, ElicitationPropertySchema>>
  /** The names of the fields that must be filled in. */
  readonly required?: ReadonlyArray<string> | null
}

/** The type of a whole form. */
export type ElicitationSchemaType = "object"

/** It belongs to a session, and maybe to one of its tool calls. */
export interface ElicitationSessionScope {
  /** The session it belongs to. */
  readonly sessionId: SessionId
  /** The tool call it belongs to, if any. */
  readonly toolCallId?: ToolCallId | null
}

/** The client opens addresses. */
export interface ElicitationUrlCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The client opens an address once the user agreed. With both scopes the session counts. */
export type ElicitationUrlMode =
  | {
      /** The id by which `elicitation/complete` names it. */
      readonly elicitationId: ElicitationId
      /** The address to open. */
      readonly url: string
      /** The session it belongs to. */
      readonly sessionId: SessionId
      /** The tool call it belongs to, if any. */
      readonly toolCallId?: ToolCallId | null
    }
  | {
      /** The id by which `elicitation/complete` names it. */
      readonly elicitationId: ElicitationId
      /** The address to open. */
      readonly url: string
      /** The id of the open request it belongs to. */
      readonly requestId: RequestId
    }

/** A resource with its contents. */
export interface EmbeddedResource {
  /** Hints on how to use or show it. */
  readonly annotations?: Annotations | null
  /** The resource with its contents. */
  readonly resource: EmbeddedResourceResource
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The contents of a resource; with both text and blob it is a text. */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents

/** A value to choose, with the words to show for it. */
export interface EnumOption {
  /** The value to send back. */
  readonly const: string
  /** The words to show for it. */
  readonly title: string
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A variable of the environment of a process. */
export interface EnvVariable {
  /** The name of the variable. */
  readonly name: string
  /** Its value. */
  readonly value: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The code of an error: one that the protocol names, or any other whole number of 32 bits. */
export type ErrorCode = number

/** The error of an answer. The protocol's schema calls it `Error`. */
export interface ErrorObject {
  /** What kind of error it is. */
  readonly code: ErrorCode
  /** One sentence about it. */
  readonly message: string
  /** More about it, in no fixed form. */
  readonly data?: unknown
}

/** The methods `fs/*` that the client answers. */
export interface FileSystemCapabilities {
  /** The client answers `fs/read_text_file`. */
  readonly readTextFile?: boolean
  /** The client answers `fs/write_text_file`. */
  readonly writeTextFile?: boolean
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A header of a HTTP request. */
export interface HttpHeader {
  /** The name of the header. */
  readonly name: string
  /** Its value. */
  readonly value: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** An image; `data` is base64. */
export interface ImageContent {
  /** Hints on how to use or show it. */
  readonly annotations?: Annotations | null
  /** The bytes of the image in base64. */
  readonly data: string
  /** The media type, such as `image/png`. */
  readonly mimeType: string
  /** Where the image came from, if it has an address. */
  readonly uri?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What a peer calls itself; `title` is the name to show. */
export interface Implementation {
  /** The name for programs. */
  readonly name: string
  /** The name to show. */
  readonly title?: string | null
  /** The version. */
  readonly version: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `initialize`, with the newest version that the client speaks. */
export interface InitializeRequest {
  /** The newest version that the client speaks. */
  readonly protocolVersion: ProtocolVersion
  /** What the client offers. */
  readonly clientCapabilities?: ClientCapabilities
  /** What the client calls itself. */
  readonly clientInfo?: Implementation | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `initialize`, with the version asked for, or the newest one that the agent speaks. */
export interface InitializeResponse {
  /** The version to speak. */
  readonly protocolVersion: ProtocolVersion
  /** What the agent offers. */
  readonly agentCapabilities?: AgentCapabilities
  /** The ways to authenticate. */
  readonly authMethods?: ReadonlyArray<AuthMethod>
  /** What the agent calls itself. */
  readonly agentInfo?: Implementation | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Asks for a whole number. */
export interface IntegerPropertySchema {
  /** The name to show. */
  readonly title?: string | null
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** The least value. */
  readonly minimum?: number | null
  /** The greatest value. */
  readonly maximum?: number | null
  /** The value to start with. */
  readonly default?: number | null
}

/** Params of `terminal/kill`. */
export interface KillTerminalRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The id of the terminal. */
  readonly terminalId: TerminalId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `terminal/kill`. */
export interface KillTerminalResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/list`: only those of a working directory, and the place where the last page ended. */
export interface ListSessionsRequest {
  /** Only sessions of this working directory. */
  readonly cwd?: string | null
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/list`. Without `nextCursor` it is the last page. */
export interface ListSessionsResponse {
  /** The sessions of this page. */
  readonly sessions: ReadonlyArray<SessionInfo>
  /** Where the next page begins; absent on the last one. */
  readonly nextCursor?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/load`. The agent sends the whole history as updates before it answers. */
export interface LoadSessionRequest {
  /** MCP servers for the agent to connect to. */
  readonly mcpServers: ReadonlyArray<McpServer>
  /** The absolute path of the working directory. */
  readonly cwd: string
  /** Absolute paths of further folders to work in. */
  readonly additionalDirectories?: ReadonlyArray<string>
  /** The session to load. */
  readonly sessionId: SessionId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/load`. */
export interface LoadSessionResponse {
  /** The modes on offer and the current one. */
  readonly modes?: SessionModeState | null
  /** The options with their values. */
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The agent answers `logout`. */
export interface LogoutCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `logout`. */
export interface LogoutRequest {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `logout`. */
export interface LogoutResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** How the agent reaches MCP servers, besides stdio. */
export interface McpCapabilities {
  /** MCP servers over HTTP. */
  readonly http?: boolean
  /** MCP servers over server-sent events, which MCP deprecated. */
  readonly sse?: boolean
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A server. Only the kinds over the network have a `type`. */
export type McpServer =
  | (McpServerHttp & { readonly type: "http" })
  | (McpServerSse & { readonly type: "sse" })
  | McpServerStdio

/** A server over HTTP; needs `mcpCapabilities.http`. */
export interface McpServerHttp {
  /** The name of the server, to show. */
  readonly name: string
  /** The address of the server. */
  readonly url: string
  /** Headers to send with each request. */
  readonly headers: ReadonlyArray<HttpHeader>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A server over server-sent events, which MCP deprecated; needs `mcpCapabilities.sse`. */
export interface McpServerSse {
  /** The name of the server, to show. */
  readonly name: string
  /** The address of the server. */
  readonly url: string
  /** Headers to send with each request. */
  readonly headers: ReadonlyArray<HttpHeader>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A program that speaks MCP over its standard input and output; `command` is an absolute path. */
export interface McpServerStdio {
  /** The name of the server, to show. */
  readonly name: string
  /** The absolute path of the program. */
  readonly command: string
  /** Its arguments. */
  readonly args: ReadonlyArray<string>
  /** Environment variables for it. */
  readonly env: ReadonlyArray<EnvVariable>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id that the chunks of one message share. */
export type MessageId = string

/** The values of a multiple choice; those of a `type` from a later version are kept as they are. */
export type MultiSelectItems =
  | (StringMultiSelectItems & { readonly type: "string" })
  | {
      /** A type from a later version. */
      readonly type: string
      readonly [key: string]: unknown
    }
  | TitledMultiSelectItems

/** Asks for several of the given values. */
export interface MultiSelectPropertySchema {
  /** The name to show. */
  readonly title?: string | null
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** The least number of choices. */
  readonly minItems?: number | null
  /** The greatest number of choices. */
  readonly maxItems?: number | null
  /** The values to choose from. */
  readonly items: MultiSelectItems
  /** The values that are chosen at first. */
  readonly default?: ReadonlyArray<string> | null
}

/** Params of `session/new`. */
export interface NewSessionRequest {
  /** The absolute path of the working directory. */
  readonly cwd: string
  /** Absolute paths of further folders to work in. */
  readonly additionalDirectories?: ReadonlyArray<string>
  /** MCP servers for the agent to connect to. */
  readonly mcpServers: ReadonlyArray<McpServer>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/new`. */
export interface NewSessionResponse {
  /** The id of the new session. */
  readonly sessionId: SessionId
  /** The modes on offer and the current one. */
  readonly modes?: SessionModeState | null
  /** The options with their values. */
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Something to tell the user now; it is no part of the conversation. */
export interface Notice {
  /** How urgent it is. */
  readonly severity: NoticeSeverity
  /** What to show. */
  readonly title: string
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The client shows `notice`. */
export type NoticeCapabilities = Readonly<Record<string, unknown>>

/** How urgent a notice is. */
export type NoticeSeverity = "info" | "warning" | "error" | (string & {})

/** Asks for a number. */
export interface NumberPropertySchema {
  /** The name to show. */
  readonly title?: string | null
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** The least value. */
  readonly minimum?: number | null
  /** The greatest value. */
  readonly maximum?: number | null
  /** The value to start with. */
  readonly default?: number | null
}

/** One way to answer. */
export interface PermissionOption {
  /** The id to answer with. */
  readonly optionId: PermissionOptionId
  /** The words to show. */
  readonly name: string
  /** What choosing it means. A kind from a later version is kept as it came. */
  readonly kind: PermissionOptionKind
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id of an option; it is the answer. */
export type PermissionOptionId = string

/** What an option means, as a hint for how to show it. A word from a later version is kept and reported. */
export type PermissionOptionKind = "allow_once" | "allow_always" | "reject_once" | "reject_always" | (string & {})

/** The whole plan. */
export interface Plan {
  /** Every step; the list replaces the one before. */
  readonly entries: ReadonlyArray<PlanEntry>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** One step of a plan. With an unknown priority or status it is malformed, so the plan goes on without it. */
export interface PlanEntry {
  /** What is to be done. */
  readonly content: string
  /** How much it matters. */
  readonly priority: PlanEntryPriority
  /** How far it is. */
  readonly status: PlanEntryStatus
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** How much an entry matters. */
export type PlanEntryPriority = "high" | "medium" | "low"

/** How far an entry is. */
export type PlanEntryStatus = "pending" | "in_progress" | "completed"

/** The content that a prompt may hold, besides text and links. */
export interface PromptCapabilities {
  /** Prompts may hold images. */
  readonly image?: boolean
  /** Prompts may hold sound. */
  readonly audio?: boolean
  /** Prompts may hold the contents of resources (`resource`). */
  readonly embeddedContext?: boolean
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/prompt`. */
export interface PromptRequest {
  /** The session to prompt. */
  readonly sessionId: SessionId
  /** What the user says. */
  readonly prompt: ReadonlyArray<ContentBlock>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/prompt`. */
export interface PromptResponse {
  /** Why the turn ended. */
  readonly stopReason: StopReason
  /** The tokens that the turn took, which several agents tell. */
  readonly usage?: Usage | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The major version of the protocol. */
export type ProtocolVersion = number

/** Params of `fs/read_text_file`. `path` is absolute, `line` counts from 1, `limit` is a number of lines. */
export interface ReadTextFileRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The absolute path of the file. */
  readonly path: string
  /** The line to begin at, from 1. */
  readonly line?: number | null
  /** How many lines to read at most. */
  readonly limit?: number | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `fs/read_text_file`. */
export interface ReadTextFileResponse {
  /** The text that was read. */
  readonly content: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `terminal/release`. */
export interface ReleaseTerminalRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The id of the terminal. */
  readonly terminalId: TerminalId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `terminal/release`. */
export interface ReleaseTerminalResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id of a request: a string or a whole number. null is allowed but discouraged. */
export type RequestId = null | number | string

/** A choice, or no choice because the turn was cancelled. Refusing is choosing an option that rejects. */
export type RequestPermissionOutcome =
  | {
      readonly outcome: "cancelled"
    }
  | (SelectedPermissionOutcome & { readonly outcome: "selected" })

/** Params of `session/request_permission`. */
export interface RequestPermissionRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The tool call that needs permission. */
  readonly toolCall: ToolCallUpdate
  /** The answers to choose from. */
  readonly options: ReadonlyArray<PermissionOption>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/request_permission`. */
export interface RequestPermissionResponse {
  /** What was decided. */
  readonly outcome: RequestPermissionOutcome
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A resource that the other side can read by itself; `size` is in bytes. */
export interface ResourceLink {
  /** Hints on how to use or show it. */
  readonly annotations?: Annotations | null
  /** What the resource is about. */
  readonly description?: string | null
  /** The media type, when it is known. */
  readonly mimeType?: string | null
  /** The name of the resource. */
  readonly name: string
  /** The size in bytes, when it is known. */
  readonly size?: number | null
  /** The name to show. */
  readonly title?: string | null
  /** The address of the resource. */
  readonly uri: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/resume`. The agent sends no history. */
export interface ResumeSessionRequest {
  /** The session to resume. */
  readonly sessionId: SessionId
  /** The absolute path of the working directory. */
  readonly cwd: string
  /** Absolute paths of further folders to work in. */
  readonly additionalDirectories?: ReadonlyArray<string>
  /** MCP servers for the agent to connect to. */
  readonly mcpServers?: ReadonlyArray<McpServer>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/resume`. */
export interface ResumeSessionResponse {
  /** The modes on offer and the current one. */
  readonly modes?: SessionModeState | null
  /** The options with their values. */
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Who content is meant for, or comes from. */
export type Role = "assistant" | "user"

/** The choice of an option. */
export interface SelectedPermissionOutcome {
  /** The id of the option that was chosen. */
  readonly optionId: PermissionOptionId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The agent takes `additionalDirectories`. */
export interface SessionAdditionalDirectoriesCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What the agent does with sessions, besides `session/new`, `session/prompt` and `session/cancel`. */
export interface SessionCapabilities {
  /** Set: the agent answers `session/list`. */
  readonly list?: SessionListCapabilities | null
  /** Set: the agent answers `session/delete`. */
  readonly delete?: SessionDeleteCapabilities | null
  /** Set: set-up calls may name further folders. */
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null
  /** Set: the agent answers `session/resume`. */
  readonly resume?: SessionResumeCapabilities | null
  /** Set: the agent answers `session/close`. */
  readonly close?: SessionCloseCapabilities | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The agent answers `session/close`. */
export interface SessionCloseCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A switch. */
export interface SessionConfigBoolean {
  /** Whether it is on. */
  readonly currentValue: boolean
}

/** The id of a group of values. */
export type SessionConfigGroupId = string

/** The id of an option. */
export type SessionConfigId = string

/** An option of a session with its current value, told apart by `type`. */
export type SessionConfigOption =
  | {
      readonly type: "select"
      /** The id of the option. */
      readonly id: SessionConfigId
      /** The name to show. */
      readonly name: string
      /** More to show, if any. */
      readonly description?: string | null
      /** What it is about, as a hint for where to show it. */
      readonly category?: SessionConfigOptionCategory | null
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The id of the chosen value. */
      readonly currentValue: SessionConfigValueId
      /** The values to choose from. */
      readonly options: SessionConfigSelectOptions
    }
  | {
      readonly type: "boolean"
      /** The id of the option. */
      readonly id: SessionConfigId
      /** The name to show. */
      readonly name: string
      /** More to show, if any. */
      readonly description?: string | null
      /** What it is about, as a hint for where to show it. */
      readonly category?: SessionConfigOptionCategory | null
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** Whether it is on. */
      readonly currentValue: boolean
    }
  | Unrecognized

/** What an option is about, as a hint for where to show it. */
export type SessionConfigOptionCategory = "mode" | "model" | "model_config" | "thought_level" | (string & {})

/** The types of options that the client shows, besides `select`. */
export interface SessionConfigOptionsCapabilities {
  /** Set: options of the type `boolean` are shown. */
  readonly boolean?: BooleanConfigOptionCapabilities | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A choice among values. */
export interface SessionConfigSelect {
  /** The id of the chosen value. */
  readonly currentValue: SessionConfigValueId
  /** The values to choose from. */
  readonly options: SessionConfigSelectOptions
}

/** Values of a select option under one heading. */
export interface SessionConfigSelectGroup {
  /** The id of the group. */
  readonly group: SessionConfigGroupId
  /** The heading to show. */
  readonly name: string
  /** The values in the group. */
  readonly options: ReadonlyArray<SessionConfigSelectOption>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A value of a select option. */
export interface SessionConfigSelectOption {
  /** The id of the value. */
  readonly value: SessionConfigValueId
  /** The name to show. */
  readonly name: string
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The values of a select option, in one list or in groups, never mixed. */
export type SessionConfigSelectOptions =
  | ReadonlyArray<SessionConfigSelectOption>
  | ReadonlyArray<SessionConfigSelectGroup>

/** The id of a value of a select option. */
export type SessionConfigValueId = string

/** The agent answers `session/delete`. */
export interface SessionDeleteCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id of a session, chosen by the agent. */
export type SessionId = string

/** A session in a list. `updatedAt` is an ISO 8601 time, unchecked. */
export interface SessionInfo {
  /** The id of the session. */
  readonly sessionId: SessionId
  /** Its working directory. */
  readonly cwd: string
  /** Further folders that it works in. */
  readonly additionalDirectories?: ReadonlyArray<string>
  /** The name to show. */
  readonly title?: string | null
  /** When it last changed, as an ISO 8601 time, unchecked. */
  readonly updatedAt?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A patch of what is known of the session: absent keeps, null clears. `updatedAt` is an ISO 8601 time, unchecked. */
export interface SessionInfoUpdate {
  /** The name to show; null clears it. */
  readonly title?: string | null
  /** When it last changed, as an ISO 8601 time, unchecked; null clears it. */
  readonly updatedAt?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The agent answers `session/list`. */
export interface SessionListCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A mode in which the agent can work. */
export interface SessionMode {
  /** The id of the mode. */
  readonly id: SessionModeId
  /** The name to show. */
  readonly name: string
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id of a mode. */
export type SessionModeId = string

/** The modes on offer and the current one. */
export interface SessionModeState {
  /** The id of the current mode. */
  readonly currentModeId: SessionModeId
  /** The modes to choose from. */
  readonly availableModes: ReadonlyArray<SessionMode>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/update`. */
export interface SessionNotification {
  /** The session that it is about. */
  readonly sessionId: SessionId
  /** What the agent reports. */
  readonly update: SessionUpdate
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The agent answers `session/resume`. */
export interface SessionResumeCapabilities {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** One report of the agent, told apart by `sessionUpdate`. Some agents say `modeId` for `currentModeId`. */
export type SessionUpdate =
  | (ContentChunk & { readonly sessionUpdate: "user_message_chunk" })
  | (ContentChunk & { readonly sessionUpdate: "agent_message_chunk" })
  | (ContentChunk & { readonly sessionUpdate: "agent_thought_chunk" })
  | (ToolCall & { readonly sessionUpdate: "tool_call" })
  | (ToolCallUpdate & { readonly sessionUpdate: "tool_call_update" })
  | (Plan & { readonly sessionUpdate: "plan" })
  | (AvailableCommandsUpdate & { readonly sessionUpdate: "available_commands_update" })
  | (CurrentModeUpdate & { readonly sessionUpdate: "current_mode_update" })
  | (ConfigOptionUpdate & { readonly sessionUpdate: "config_option_update" })
  | (SessionInfoUpdate & { readonly sessionUpdate: "session_info_update" })
  | (UsageUpdate & { readonly sessionUpdate: "usage_update" })
  | (Notice & { readonly sessionUpdate: "notice" })
  | (CompactionUpdate & { readonly sessionUpdate: "compaction_update" })
  | (CompactionSummaryChunk & { readonly sessionUpdate: "compaction_summary_chunk" })

/** Params of `session/set_config_option`. Only a boolean value needs its `type`. */
export type SetSessionConfigOptionRequest =
  | {
      /** The id of the session. */
      readonly sessionId: SessionId
      /** The id of the option. */
      readonly configId: SessionConfigId
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** Says that `value` is a boolean. */
      readonly type: "boolean"
      /** The new value. */
      readonly value: boolean
    }
  | {
      /** The id of the session. */
      readonly sessionId: SessionId
      /** The id of the option. */
      readonly configId: SessionConfigId
      /** What extensions add; nothing may be assumed of it. */
      readonly _meta?: Readonly<Record<string, unknown>> | null
      /** The id of the new value. */
      readonly value: SessionConfigValueId
    }

/** Result of `session/set_config_option`: all options, since one choice can change others. */
export interface SetSessionConfigOptionResponse {
  /** All options with their values. */
  readonly configOptions: ReadonlyArray<SessionConfigOption>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `session/set_mode`. */
export interface SetSessionModeRequest {
  /** The id of the session. */
  readonly sessionId: SessionId
  /** The mode to change to. */
  readonly modeId: SessionModeId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `session/set_mode`. */
export interface SetSessionModeResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Why a turn ended. Agents say other words too, such as `error`; those end the turn as well. */
export type StopReason = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled" | (string & {})

/** The formats of text that a form can ask for. */
export type StringFormat = "email" | "uri" | "date" | "date-time"

/** The values of a multiple choice, shown as they are. */
export interface StringMultiSelectItems {
  /** The values to choose from. */
  readonly enum: ReadonlyArray<string>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Asks for a text, or for one of `enum` or `oneOf`. */
export interface StringPropertySchema {
  /** The name to show. */
  readonly title?: string | null
  /** More to show, if any. */
  readonly description?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
  /** The least number of characters. */
  readonly minLength?: number | null
  /** The greatest number of characters. */
  readonly maxLength?: number | null
  /** A regular expression for the text. */
  readonly pattern?: string | null
  /** The format of the text. */
  readonly format?: StringFormat | null
  /** The text to start with. */
  readonly default?: string | null
  /** The values to choose from, shown as they are. */
  readonly enum?: ReadonlyArray<string> | null
  /** The values to choose from, with words to show. */
  readonly oneOf?: ReadonlyArray<EnumOption> | null
}

/** The live output of a terminal, by its id. */
export interface Terminal {
  /** The id of the terminal. */
  readonly terminalId: TerminalId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** How a command ended: `exitCode` is null when a signal ended it, and then `signal` names that. */
export interface TerminalExitStatus {
  /** The exit code; null when a signal ended it. */
  readonly exitCode?: number | null
  /** The signal that ended it, such as `SIGTERM`. */
  readonly signal?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The id of a terminal. */
export type TerminalId = string

/** Params of `terminal/output`. */
export interface TerminalOutputRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The id of the terminal. */
  readonly terminalId: TerminalId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `terminal/output`: everything so far, and how the command ended if it has. */
export interface TerminalOutputResponse {
  /** The output so far. */
  readonly output: string
  /** Whether the start of the output was dropped. */
  readonly truncated: boolean
  /** How the command ended, once it has. */
  readonly exitStatus?: TerminalExitStatus | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Text, plain or Markdown. */
export interface TextContent {
  /** Hints on how to use or show it. */
  readonly annotations?: Annotations | null
  /** The text. */
  readonly text: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The text of a resource. */
export interface TextResourceContents {
  /** The media type, when it is known. */
  readonly mimeType?: string | null
  /** The whole text. */
  readonly text: string
  /** The address of the resource. */
  readonly uri: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The values of a multiple choice, with words to show for them. */
export interface TitledMultiSelectItems {
  /** The values to choose from, with words to show. */
  readonly anyOf: ReadonlyArray<EnumOption>
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** A new tool call. */
export interface ToolCall {
  /** The id of the call. */
  readonly toolCallId: ToolCallId
  /** What the call does, to show. */
  readonly title: string
  /** The name of the tool. */
  readonly name?: string | null
  /** What kind of tool it is. Absent: `other`. */
  readonly kind?: ToolKind
  /** How far the call is. Absent: `pending`. */
  readonly status?: ToolCallStatus
  /** What the call shows. */
  readonly content?: ReadonlyArray<ToolCallContent>
  /** The places in files that it touches. */
  readonly locations?: ReadonlyArray<ToolCallLocation>
  /** What the tool was called with. */
  readonly rawInput?: unknown
  /** What the tool returned. */
  readonly rawOutput?: unknown
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What a tool call shows, told apart by `type`. */
export type ToolCallContent =
  | (Content & { readonly type: "content" })
  | (Diff & { readonly type: "diff" })
  | (Terminal & { readonly type: "terminal" })
  | Unrecognized

/** The id of a tool call, unique in its session. */
export type ToolCallId = string

/** A place in a file that a tool call touches; `line` counts from 1. */
export interface ToolCallLocation {
  /** The absolute path of the file. */
  readonly path: string
  /** The line, from 1. */
  readonly line?: number | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** How far a tool call is. An absent or unknown status of a new call means `pending`. */
export type ToolCallStatus = "pending" | "in_progress" | "completed" | "failed"

/** A patch of a tool call: an absent or null field changes nothing, a value replaces, lists replace whole. */
export interface ToolCallUpdate {
  /** The id of the call. */
  readonly toolCallId: ToolCallId
  /** The new kind of tool. */
  readonly kind?: ToolKind | null
  /** The new status. */
  readonly status?: ToolCallStatus | null
  /** The new title. */
  readonly title?: string | null
  /** The new name of the tool. */
  readonly name?: string | null
  /** The whole new content. */
  readonly content?: ReadonlyArray<ToolCallContent> | null
  /** The whole new list of places. */
  readonly locations?: ReadonlyArray<ToolCallLocation> | null
  /** The new input. */
  readonly rawInput?: unknown
  /** The new output. */
  readonly rawOutput?: unknown
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** What a tool does, as a hint for its icon. An absent or unknown kind of a new call means `other`. */
export type ToolKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "switch_mode"
  | "other"

/** An object whose `type` this protocol version does not know, kept whole; `tag` is that type. */
export interface Unrecognized {
  /** Always `unknown`. */
  readonly type: "unknown"
  /** The type on the wire. */
  readonly tag: string
  /** The object as it came. */
  readonly raw: unknown
}

/** A command that takes all text after its name as input; `hint` tells what to type. */
export interface UnstructuredCommandInput {
  /** What to type, to show while there is no input yet. */
  readonly hint: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** The tokens of a turn. The stable protocol has no place for them; the draft that agents follow puts them here. */
export interface Usage {
  /** All tokens. */
  readonly totalTokens?: number | null
  /** Tokens that the model read. */
  readonly inputTokens?: number | null
  /** Tokens that the model wrote. */
  readonly outputTokens?: number | null
  /** Tokens that the model thought with. */
  readonly thoughtTokens?: number | null
  /** Tokens read from a cache. */
  readonly cachedReadTokens?: number | null
  /** Tokens written to a cache. */
  readonly cachedWriteTokens?: number | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Tokens in the context and the size of its window. */
export interface UsageUpdate {
  /** Tokens in the context now. */
  readonly used: number
  /** Tokens that the context can hold. */
  readonly size: number
  /** What the session has cost so far. */
  readonly cost?: Cost | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `terminal/wait_for_exit`. */
export interface WaitForTerminalExitRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The id of the terminal. */
  readonly terminalId: TerminalId
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `terminal/wait_for_exit`. */
export interface WaitForTerminalExitResponse {
  /** The exit code; null when a signal ended it. */
  readonly exitCode?: number | null
  /** The signal that ended it, such as `SIGTERM`. */
  readonly signal?: string | null
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Params of `fs/write_text_file`: replaces the whole file, or creates it. `path` is absolute. */
export interface WriteTextFileRequest {
  /** The session that asks. */
  readonly sessionId: SessionId
  /** The absolute path of the file. */
  readonly path: string
  /** The whole new text. */
  readonly content: string
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Result of `fs/write_text_file`. */
export interface WriteTextFileResponse {
  /** What extensions add; nothing may be assumed of it. */
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

/** Content of a type that this protocol version does not know. To send it on to a peer, send its `raw`. */
export type UnknownContent = Unrecognized

/** What each method is called with and answered with. */
export interface MethodTypes {
  readonly initialize: { readonly params: InitializeRequest; readonly result: InitializeResponse }
  readonly authenticate: { readonly params: AuthenticateRequest; readonly result: AuthenticateResponse }
  readonly logout: { readonly params: LogoutRequest; readonly result: LogoutResponse }
  readonly "session/new": { readonly params: NewSessionRequest; readonly result: NewSessionResponse }
  readonly "session/load": { readonly params: LoadSessionRequest; readonly result: LoadSessionResponse }
  readonly "session/resume": { readonly params: ResumeSessionRequest; readonly result: ResumeSessionResponse }
  readonly "session/list": { readonly params: ListSessionsRequest; readonly result: ListSessionsResponse }
  readonly "session/delete": { readonly params: DeleteSessionRequest; readonly result: DeleteSessionResponse }
  readonly "session/close": { readonly params: CloseSessionRequest; readonly result: CloseSessionResponse }
  readonly "session/set_mode": { readonly params: SetSessionModeRequest; readonly result: SetSessionModeResponse }
  readonly "session/set_config_option": {
    readonly params: SetSessionConfigOptionRequest
    readonly result: SetSessionConfigOptionResponse
  }
  readonly "session/prompt": { readonly params: PromptRequest; readonly result: PromptResponse }
  readonly "session/cancel": { readonly params: CancelNotification }
  readonly "session/update": { readonly params: SessionNotification }
  readonly "session/request_permission": {
    readonly params: RequestPermissionRequest
    readonly result: RequestPermissionResponse
  }
  readonly "fs/read_text_file": { readonly params: ReadTextFileRequest; readonly result: ReadTextFileResponse }
  readonly "fs/write_text_file": { readonly params: WriteTextFileRequest; readonly result: WriteTextFileResponse }
  readonly "terminal/create": { readonly params: CreateTerminalRequest; readonly result: CreateTerminalResponse }
  readonly "terminal/output": { readonly params: TerminalOutputRequest; readonly result: TerminalOutputResponse }
  readonly "terminal/wait_for_exit": {
    readonly params: WaitForTerminalExitRequest
    readonly result: WaitForTerminalExitResponse
  }
  readonly "terminal/kill": { readonly params: KillTerminalRequest; readonly result: KillTerminalResponse }
  readonly "terminal/release": { readonly params: ReleaseTerminalRequest; readonly result: ReleaseTerminalResponse }
  readonly "elicitation/create": {
    readonly params: CreateElicitationRequest
    readonly result: CreateElicitationResponse
  }
  readonly "elicitation/complete": { readonly params: CompleteElicitationNotification }
  readonly "$/cancel_request": { readonly params: CancelRequestNotification }
}
