/** The public names of `@rxacp/core`, along the way that bytes take: lines, messages, updates, sessions, views. */

// Lines: bytes cut at LF.

export type * from "./lines/line.ts"
export { type SplitLinesOptions, splitLines } from "./lines/split-lines.ts"

// Messages: JSON-RPC 2.0, one a line.

export { decodeMessages } from "./messages/decode-messages.ts"
export type * from "./messages/message.ts"
// By name as well: the schema has another type of this name, and of two stars neither would win.
export type { MessageId } from "./messages/message.ts"

// The schema of ACP v1.

export { decodeParams, decodeResult } from "./schema/decode-method.ts"
export { type DecodedUpdate, decodeSessionUpdate, type UnrecognizedUpdate } from "./schema/decode-session-update.ts"
export type { Decoded } from "./schema/decoder.ts"
export type * from "./schema/index.ts"
export { protocolVersion } from "./schema/initialize.ts"
export * from "./schema/methods.ts"
export type { Mismatch } from "./schema/mismatch.ts"
export { missingCapability, type Offers } from "./schema/offered.ts"

// Updates: what `session/update` carries.

export { updateEvent } from "./updates/read-update.ts"
export { sessionUpdates } from "./updates/session-updates.ts"
export type * from "./updates/update-event.ts"

// The duplex that all of these pass through, and how it is held.

export { type BackpressureOptions, backpressure } from "./flow/backpressure.ts"
export type * from "./flow/flow.ts"
export type { WaterMarks } from "./flow/gate.ts"
export type { Projected } from "./flow/ordered-work.ts"
export { createTransport, type TransportEndpoints, type TransportOptions } from "./transport/create-transport.ts"
export { type MemoryTransport, memoryPair, memoryTransport } from "./transport/memory.ts"
export type { ByteSource, PushSource } from "./transport/source.ts"
export type * from "./transport/transport.ts"

// A client: its connection, what it offers, the events of its sessions.

export { type Connection, connect } from "./connection/connect.ts"
export type { SessionSetup } from "./connection/needs.ts"
export type { ConnectOptions, Timeouts } from "./connection/options.ts"
export { retryAfterAuth } from "./connection/retry-after-auth.ts"
export type { PromptOptions, Session } from "./connection/session.ts"
export type { Diagnostic, PendingCall } from "./rpc/diagnostic.ts"
export { ErrorCode } from "./rpc/error-codes.ts"
export type { ElicitationService } from "./services/elicitation-service.ts"
export type * from "./services/extension-handler.ts"
export type * from "./services/permission-service.ts"
export type * from "./services/services.ts"
export type * from "./sessions/session-event.ts"

// What a client decides: caps and permissions.

export * from "./limits/limit-reply.ts"
export type * from "./limits/limits.ts"
export * from "./policy/permission-policy.ts"
export type { PermissionMatch, PermissionRule } from "./policy/permission-rule.ts"
export { type PermissionAnswer, selectOption } from "./policy/select-option.ts"
export { shownToolCall } from "./policy/shown-tool-call.ts"

// Operators on events, and ways out of RxJS.

export { toAsyncIterable } from "./adapters/async-iterable.ts"
export { toReadableStream } from "./adapters/readable-stream.ts"
export * from "./operators/coalesce-chunks.ts"
export * from "./operators/conflate.ts"
export * from "./operators/latest-state.ts"
export * from "./operators/of-session.ts"
export * from "./operators/of-update.ts"
export type * from "./operators/stream-event.ts"
export * from "./operators/text-deltas.ts"
export * from "./operators/tool-call-by-id.ts"

// Records: what happened, and its metadata.

export type * from "./journal/record.ts"
export { replayJournal } from "./journal/replay-journal.ts"
export { formatTrace, type TraceRecord, type TraceSink } from "./trace/trace.ts"

// The other side of the wire: an agent, what stands between, who bends the protocol.

export type { AgentSession, Elicitation, SessionTerminals } from "./agent/agent-session.ts"
export type { ClientLink } from "./agent/client-link.ts"
export type { AgentContext, AgentHandler, AgentHandlers, AgentSessionContext } from "./agent/handlers.ts"
export { type ServedAgent, serveAgent } from "./agent/serve-agent.ts"
export type * from "./dialects/dialect.ts"
export { type IacCodeState, iacCode } from "./dialects/iac-code.ts"
export { type LegacyState, legacy } from "./dialects/legacy.ts"
export { withDialect } from "./dialects/with-dialect.ts"
export type * from "./relay/relay.ts"
export { relay } from "./relay/relay.ts"
export * from "./relay/rewrite-message.ts"

// How all of it fails.

export * from "./failures.ts"
