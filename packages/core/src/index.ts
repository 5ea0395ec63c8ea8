/** What the author of a client imports, along the way that bytes take: lines, messages, updates, sessions, views. */

// Lines: bytes cut at LF.

export type * from "./wire/lines/line.ts"
export { type SplitLinesOptions, splitLines } from "./wire/lines/split-lines.ts"

// Messages: JSON-RPC 2.0, one a line.

export { decodeMessages } from "./wire/messages/decode-messages.ts"
export type * from "./wire/messages/message.ts"
// By name as well: the schema has another type of this name, and of two stars neither would win.
export type { RpcId } from "./wire/messages/message.ts"

// The schema of ACP v1.

export type { Result } from "./internal/result.ts"
export { decodeParams, decodeResult } from "./schema/codec/decode-method.ts"
export {
  type DecodedUpdate,
  decodeSessionUpdate,
  type UnrecognizedUpdate
} from "./schema/codec/decode-session-update.ts"
export type { Decoded } from "./schema/codec/decoder.ts"
export type { Mismatch } from "./schema/codec/mismatch.ts"
export { type FieldPath, unknownFields } from "./schema/codec/unknown-fields.ts"
export type * from "./schema/index.ts"
export * from "./schema/methods.ts"
export { missingCapability, type Offers } from "./schema/offered.ts"
export { protocolVersion } from "./schema/protocol-version.ts"

// Updates: what `session/update` carries.

export { updateEvent } from "./wire/updates/read-update.ts"
export { sessionUpdates } from "./wire/updates/session-updates.ts"
export type * from "./wire/updates/update-event.ts"

// The duplex that all of these pass through, and how it is held.

export { type BackpressureOptions, backpressure } from "./operators/backpressure.ts"
export type { WaterMarks } from "./operators/gate.ts"
export type { Projected } from "./operators/ordered-work.ts"
export { createTransport, type TransportEndpoints, type TransportOptions } from "./transport/create-transport.ts"
export type * from "./transport/flow.ts"
export { type MemoryTransport, memoryPair, memoryTransport } from "./transport/memory.ts"
export type { ByteSource, PushSource } from "./transport/source.ts"
export type * from "./transport/transport.ts"

// A client: its connection, what it offers, the events of its sessions.

export { type Connection, connect } from "./client/connect.ts"
export type { ElicitationService } from "./client/elicitation-service.ts"
export type { LoadOptions, PromptOptions } from "./client/live-session.ts"
export type { SessionSetup } from "./client/missing-capability.ts"
export type { ConnectOptions, Timeouts } from "./client/options.ts"
export { retryAfterAuth } from "./client/retry-after-auth.ts"
export type * from "./client/services.ts"
export type { Session } from "./client/session.ts"
export type { CallStatements } from "./permissions/call-statements.ts"
export type { NamedPaths } from "./permissions/named-paths.ts"
export type * from "./permissions/permission-handler.ts"
export type { Diagnostic, PendingCall } from "./rpc/diagnostic.ts"
export type * from "./rpc/extension-handler.ts"
export type * from "./rpc/request-context.ts"
export * from "./session/event-json.ts"
export type * from "./session/session-event.ts"
export { RpcErrorCode } from "./wire/messages/error-codes.ts"

// What a client decides: caps and permissions.

export type { OfferedModel, SessionModels, UnstableSession } from "./client/unstable/session-calls.ts"
export * from "./operators/limit-reply.ts"
export type { AnsweredQuestion, AnswerForGood, AnswerStore, RememberedAnswer } from "./permissions/answer-store.ts"
export * from "./permissions/permission-policy.ts"
export type { PermissionMatch, PermissionRule } from "./permissions/permission-rule.ts"
export type { AnswerScope } from "./permissions/remembered-answers.ts"
export type { SaidOfCall } from "./permissions/said-of-calls.ts"
export { type PermissionAnswer, selectOption } from "./permissions/select-option.ts"
export { shownToolCall } from "./permissions/shown-tool-call.ts"
export type * from "./session/limits.ts"
export type { UnstableFeature, UnstableFeatures } from "./session/unstable/features.ts"

// Operators on events, and ways out of RxJS.

export * from "./operators/agent-text.ts"
export { toAsyncIterable } from "./operators/async-iterable.ts"
export * from "./operators/coalesce-chunks.ts"
export * from "./operators/conflate.ts"
export * from "./operators/latest-state.ts"
export { type MessageStream, streamFromTransport, transportFromStream } from "./operators/message-stream.ts"
export * from "./operators/of-session.ts"
export * from "./operators/of-update.ts"
export { toReadableStream } from "./operators/readable-stream.ts"
export * from "./operators/share-turn.ts"
export type * from "./operators/stream-event.ts"
export * from "./operators/text-deltas.ts"
export * from "./operators/tool-call-by-id.ts"

// Metadata of every message.

export { formatTrace, type MessageMetadata, type TraceSink } from "./rpc/trace.ts"

// How all of it fails.

export * from "./failures.ts"
