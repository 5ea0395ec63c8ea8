/** The entries of a timeline: messages, tool calls and compactions, each a plain object that no later fold changes. */
import type { ContentBlock, ToolCallContent, ToolCallLocation, ToolCallStatus, ToolKind } from "@rxacp/core"

/** Who speaks: the user, the agent, or the agent to itself. */
export type MessageRole = "user" | "agent" | "thought"

/** What every entry has. */
export interface EntryBase {
  /** Unique in the timeline, the same for the same input, and never changed: fit for a list key in a view. */
  readonly key: string
  /** Number of the turn in which the entry was opened; null for replayed history and for what came outside of turns. */
  readonly turn: number | null
  /** The tool call that started the subagent which it comes from; absent for what the main agent does. */
  readonly parent?: string
}

/** A message, put together from its chunks. */
export interface MessageEntry extends EntryBase {
  readonly type: "message"
  readonly role: MessageRole
  /** The agent's id for it, if it gave one. The same id under two roles names two messages. */
  readonly messageId: string | null
  /** Its blocks as sent, adjacent plain text blocks joined. */
  readonly content: ReadonlyArray<ContentBlock>
  /** The `_meta` of its chunks, merged field by field. */
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** A tool call as patched so far. */
export interface ToolCallEntry extends EntryBase {
  readonly type: "toolCall"
  readonly toolCallId: string
  /** null until the agent gives one. */
  readonly title: string | null
  readonly kind: ToolKind
  readonly status: ToolCallStatus
  readonly content: ReadonlyArray<ToolCallContent>
  readonly locations: ReadonlyArray<ToolCallLocation>
  readonly name?: string
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  /** The `_meta` of the call and of its updates, merged field by field. */
  readonly _meta?: Readonly<Record<string, unknown>>
  /** Set while only an update or a permission request spoke of the call, and no `tool_call` did. */
  readonly provisional?: true
  /** Set while the last permission request about it, an announced and open call then, was refused or withdrawn. */
  readonly refused?: true
  /**
   * Our own note on a call that never finished, never a status of the agent: `cancelled` once the agent was asked to stop,
   * `rejected` when permission was refused, `unfinished` when its turn ended otherwise. A final status clears it.
   */
  readonly mark?: "unfinished" | "cancelled" | "rejected"
}

/** A compaction of the agent's context (protocol: Context compaction). */
export interface CompactionEntry extends EntryBase {
  readonly type: "compaction"
  readonly compactionId: string
  /** `in_progress`, `completed`, `failed`, `cancelled`, or another word of the agent's. */
  readonly status: string
  readonly summary: ReadonlyArray<ContentBlock>
  readonly error: string | null
  readonly _meta: Readonly<Record<string, unknown>> | null
}

/** Anything that has a place in the conversation. */
export type TimelineEntry = MessageEntry | ToolCallEntry | CompactionEntry

/** The key of the message that has an id. Messages of two subagents are two, also under one id. */
export const messageKey = (role: MessageRole, messageId: string, parent?: string): string =>
  parent === undefined ? `${role}:${messageId}` : `${role}@${parent.length}:${parent}:${messageId}`

/** The key of a message without an id, by its place. */
export const placeKey = (role: MessageRole, place: number): string => `${role}#${place}`

export const toolCallKey = (toolCallId: string): string => `tool:${toolCallId}`

export const compactionKey = (compactionId: string): string => `compaction:${compactionId}`
