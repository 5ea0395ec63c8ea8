/** Tool calls and their patches (protocol: Tool Calls). */
import * as Schema from "effect/Schema"
import { lenientItems, lenientKey } from "./codec/lenient.ts"
import { openUnion } from "./codec/tagged.ts"
import { ContentBlock } from "./content.ts"
import { Meta, optionalNull, Uint32 } from "./scalar.ts"

/** The id of a tool call, unique in its session. */
export const ToolCallId = Schema.String
/** The id of a tool call, unique in its session. */
export type ToolCallId = string

/** The id of a terminal. */
export const TerminalId = Schema.String
/** The id of a terminal. */
export type TerminalId = string

/** What a tool does, as a hint for its icon. An absent or unknown kind of a new call means `other`. */
export const ToolKind = Schema.Literals([
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other"
])
/** What a tool does, as a hint for its icon. An absent or unknown kind of a new call means `other`. */
export type ToolKind = typeof ToolKind.Type

/** How far a tool call is. An absent or unknown status of a new call means `pending`. */
export const ToolCallStatus = Schema.Literals(["pending", "in_progress", "completed", "failed"])
/** How far a tool call is. An absent or unknown status of a new call means `pending`. */
export type ToolCallStatus = typeof ToolCallStatus.Type

/** A content block in a tool call. */
export class Content extends Schema.Opaque<Content>()(Schema.Struct({ content: ContentBlock, _meta: Meta })) {}

/** A change to a file; without `oldText` the file is new. */
export class Diff extends Schema.Opaque<Diff>()(
  Schema.Struct({ path: Schema.String, oldText: optionalNull(Schema.String), newText: Schema.String, _meta: Meta })
) {}

/** The live output of a terminal, by its id. */
export class Terminal extends Schema.Opaque<Terminal>()(Schema.Struct({ terminalId: TerminalId, _meta: Meta })) {}

/** What a tool call shows, told apart by `type`. */
export const ToolCallContent = openUnion({ content: Content, diff: Diff, terminal: Terminal })
/** What a tool call shows, told apart by `type`. */
export type ToolCallContent = typeof ToolCallContent.Type

/** A place in a file that a tool call touches; `line` counts from 1. */
export class ToolCallLocation extends Schema.Opaque<ToolCallLocation>()(
  Schema.Struct({ path: Schema.String, line: optionalNull(Uint32), _meta: Meta })
) {}

/** A new tool call. */
export class ToolCall extends Schema.Opaque<ToolCall>()(
  Schema.Struct({
    toolCallId: ToolCallId,
    title: Schema.String,
    name: optionalNull(Schema.String),
    kind: lenientKey(ToolKind),
    status: lenientKey(ToolCallStatus),
    content: lenientKey(lenientItems(ToolCallContent)),
    locations: lenientKey(lenientItems(ToolCallLocation)),
    rawInput: lenientKey(Schema.Unknown),
    rawOutput: lenientKey(Schema.Unknown),
    _meta: Meta
  })
) {}

/** A patch of a tool call: an absent or null field changes nothing, a value replaces, lists replace whole. */
export class ToolCallUpdate extends Schema.Opaque<ToolCallUpdate>()(
  Schema.Struct({
    toolCallId: ToolCallId,
    kind: optionalNull(ToolKind),
    status: optionalNull(ToolCallStatus),
    title: optionalNull(Schema.String),
    name: optionalNull(Schema.String),
    content: optionalNull(lenientItems(ToolCallContent)),
    locations: optionalNull(lenientItems(ToolCallLocation)),
    rawInput: lenientKey(Schema.Unknown),
    rawOutput: lenientKey(Schema.Unknown),
    _meta: Meta
  })
) {}
