/** Tool calls and their patches (protocol: Tool Calls). */

import * as Schema from "effect/Schema"
import { ContentBlock } from "./content.ts"
import { field, named, struct } from "./described.ts"
import { lenientItems, lenientKey } from "./lenient.ts"
import { Meta, optionalNull, Uint32 } from "./scalar.ts"
import { openUnion } from "./tagged.ts"

/** The id of a tool call, unique in its session. */
export const ToolCallId = named("ToolCallId", "The id of a tool call, unique in its session.", Schema.String)
/** The id of a tool call, unique in its session. */
export type ToolCallId = string

/** The id of a terminal. */
export const TerminalId = named("TerminalId", "The id of a terminal.", Schema.String)
/** The id of a terminal. */
export type TerminalId = string

/** What a tool does, as a hint for its icon. An absent or unknown kind of a new call means `other`. */
export const ToolKind = named(
  "ToolKind",
  "What a tool does, as a hint for its icon. An absent or unknown kind of a new call means `other`.",
  Schema.Literals(["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"])
)
/** What a tool does, as a hint for its icon. An absent or unknown kind of a new call means `other`. */
export type ToolKind = typeof ToolKind.Type

/** How far a tool call is. An absent or unknown status of a new call means `pending`. */
export const ToolCallStatus = named(
  "ToolCallStatus",
  "How far a tool call is. An absent or unknown status of a new call means `pending`.",
  Schema.Literals(["pending", "in_progress", "completed", "failed"])
)
/** How far a tool call is. An absent or unknown status of a new call means `pending`. */
export type ToolCallStatus = typeof ToolCallStatus.Type

/** A content block in a tool call. */
export class Content extends Schema.Opaque<Content>()(
  struct("Content", "A content block in a tool call.", {
    content: field("The content block.", ContentBlock),
    _meta: Meta
  })
) {}

/** A change to a file; without `oldText` the file is new. */
export class Diff extends Schema.Opaque<Diff>()(
  struct("Diff", "A change to a file; without `oldText` the file is new.", {
    path: field("The absolute path of the file.", Schema.String),
    oldText: field("The text before; absent or null for a new file.", optionalNull(Schema.String)),
    newText: field("The text after.", Schema.String),
    _meta: Meta
  })
) {}

/** The live output of a terminal, by its id. */
export class Terminal extends Schema.Opaque<Terminal>()(
  struct("Terminal", "The live output of a terminal, by its id.", {
    terminalId: field("The id of the terminal.", TerminalId),
    _meta: Meta
  })
) {}

/** What a tool call shows, told apart by `type`. */
export const ToolCallContent = named(
  "ToolCallContent",
  "What a tool call shows, told apart by `type`.",
  openUnion({ content: Content, diff: Diff, terminal: Terminal })
)
/** What a tool call shows, told apart by `type`. */
export type ToolCallContent = typeof ToolCallContent.Type

/** A place in a file that a tool call touches; `line` counts from 1. */
export class ToolCallLocation extends Schema.Opaque<ToolCallLocation>()(
  struct("ToolCallLocation", "A place in a file that a tool call touches; `line` counts from 1.", {
    path: field("The absolute path of the file.", Schema.String),
    line: field("The line, from 1.", optionalNull(Uint32)),
    _meta: Meta
  })
) {}

/** A new tool call. */
export class ToolCall extends Schema.Opaque<ToolCall>()(
  struct("ToolCall", "A new tool call.", {
    toolCallId: field("The id of the call.", ToolCallId),
    title: field("What the call does, to show.", Schema.String),
    name: field("The name of the tool.", optionalNull(Schema.String)),
    kind: field("What kind of tool it is. Absent: `other`.", lenientKey(ToolKind)),
    status: field("How far the call is. Absent: `pending`.", lenientKey(ToolCallStatus)),
    content: field("What the call shows.", lenientKey(lenientItems(ToolCallContent))),
    locations: field("The places in files that it touches.", lenientKey(lenientItems(ToolCallLocation))),
    rawInput: field("What the tool was called with.", lenientKey(Schema.Unknown)),
    rawOutput: field("What the tool returned.", lenientKey(Schema.Unknown)),
    _meta: Meta
  })
) {}

/** A patch of a tool call: an absent or null field changes nothing, a value replaces, lists replace whole. */
export class ToolCallUpdate extends Schema.Opaque<ToolCallUpdate>()(
  struct(
    "ToolCallUpdate",
    "A patch of a tool call: an absent or null field changes nothing, a value replaces, lists replace whole.",
    {
      toolCallId: field("The id of the call.", ToolCallId),
      kind: field("The new kind of tool.", optionalNull(ToolKind)),
      status: field("The new status.", optionalNull(ToolCallStatus)),
      title: field("The new title.", optionalNull(Schema.String)),
      name: field("The new name of the tool.", optionalNull(Schema.String)),
      content: field("The whole new content.", optionalNull(lenientItems(ToolCallContent))),
      locations: field("The whole new list of places.", optionalNull(lenientItems(ToolCallLocation))),
      rawInput: field("The new input.", lenientKey(Schema.Unknown)),
      rawOutput: field("The new output.", lenientKey(Schema.Unknown)),
      _meta: Meta
    }
  )
) {}
