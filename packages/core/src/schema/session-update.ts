/** What an agent reports while it works, told apart by `sessionUpdate` (protocol: Prompt Turn). */
import * as Schema from "effect/Schema"
import { lenientItems, lenientList, withAlias } from "./codec/lenient.ts"
import { taggedUnion } from "./codec/tagged.ts"
import { ContentBlock, ContentChunk } from "./content.ts"
import { Plan } from "./plan.ts"
import { Meta, openWords, optionalNull, Uint64 } from "./scalar.ts"
import { SessionConfigOption, SessionModeId } from "./session-config.ts"
import { ToolCall, ToolCallUpdate } from "./tool-call.ts"

/** A command that takes all text after its name as input; `hint` tells what to type. */
export class UnstructuredCommandInput extends Schema.Opaque<UnstructuredCommandInput>()(
  Schema.Struct({ hint: Schema.String, _meta: Meta })
) {}

/** The input a command takes; of one kind, so far. */
export const AvailableCommandInput = Schema.Union([UnstructuredCommandInput])
/** The input a command takes; of one kind, so far. */
export type AvailableCommandInput = typeof AvailableCommandInput.Type

/** A command; a prompt calls it with a slash before its name. */
export class AvailableCommand extends Schema.Opaque<AvailableCommand>()(
  Schema.Struct({
    name: Schema.String,
    description: Schema.String,
    input: optionalNull(AvailableCommandInput),
    _meta: Meta
  })
) {}

/** The whole list of commands. */
export class AvailableCommandsUpdate extends Schema.Opaque<AvailableCommandsUpdate>()(
  Schema.Struct({ availableCommands: lenientList(AvailableCommand), _meta: Meta })
) {}

/** The agent is in this mode now. */
export class CurrentModeUpdate extends Schema.Opaque<CurrentModeUpdate>()(
  Schema.Struct({ currentModeId: SessionModeId, _meta: Meta })
) {}

/** The whole list of options with their values. */
export class ConfigOptionUpdate extends Schema.Opaque<ConfigOptionUpdate>()(
  Schema.Struct({ configOptions: lenientList(SessionConfigOption), _meta: Meta })
) {}

/** A patch of what is known of the session: absent keeps, null clears. `updatedAt` is an ISO 8601 time, unchecked. */
export class SessionInfoUpdate extends Schema.Opaque<SessionInfoUpdate>()(
  Schema.Struct({ title: optionalNull(Schema.String), updatedAt: optionalNull(Schema.String), _meta: Meta })
) {}

/** What the session has cost so far; `currency` is an ISO 4217 code or another unit. */
export class Cost extends Schema.Opaque<Cost>()(
  Schema.Struct({ amount: Schema.Finite, currency: Schema.String, _meta: Meta })
) {}

/** Tokens in the context and the size of its window. */
export class UsageUpdate extends Schema.Opaque<UsageUpdate>()(
  Schema.Struct({ used: Uint64, size: Uint64, cost: optionalNull(Cost), _meta: Meta })
) {}

/** How urgent a notice is. */
export const NoticeSeverity = openWords(["info", "warning", "error"])
/** How urgent a notice is. */
export type NoticeSeverity = typeof NoticeSeverity.Type

/** Something to tell the user now; it is no part of the conversation. */
export class Notice extends Schema.Opaque<Notice>()(
  Schema.Struct({
    severity: NoticeSeverity,
    title: Schema.NonEmptyString,
    description: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** The id of a compaction. */
export const CompactionId = Schema.String
/** The id of a compaction. */
export type CompactionId = string

/** How far a compaction is. */
export const CompactionStatus = openWords(["in_progress", "completed", "failed", "cancelled"])
/** How far a compaction is. */
export type CompactionStatus = typeof CompactionStatus.Type

/** A patch of a compaction of the context: an absent field keeps, null clears. */
export class CompactionUpdate extends Schema.Opaque<CompactionUpdate>()(
  Schema.Struct({
    compactionId: CompactionId,
    status: CompactionStatus,
    summary: optionalNull(lenientItems(ContentBlock)),
    error: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** A piece of the summary of a compaction. */
export class CompactionSummaryChunk extends Schema.Opaque<CompactionSummaryChunk>()(
  Schema.Struct({ compactionId: CompactionId, content: ContentBlock, _meta: Meta })
) {}

const payloads = {
  user_message_chunk: ContentChunk,
  agent_message_chunk: ContentChunk,
  agent_thought_chunk: ContentChunk,
  tool_call: ToolCall,
  tool_call_update: ToolCallUpdate,
  plan: Plan,
  available_commands_update: AvailableCommandsUpdate,
  current_mode_update: CurrentModeUpdate,
  config_option_update: ConfigOptionUpdate,
  session_info_update: SessionInfoUpdate,
  usage_update: UsageUpdate,
  notice: Notice,
  compaction_update: CompactionUpdate,
  compaction_summary_chunk: CompactionSummaryChunk
}

/** One report of the agent, told apart by `sessionUpdate`. Some agents say `modeId` for `currentModeId`. */
export const SessionUpdate = taggedUnion("sessionUpdate", payloads).pipe(
  withAlias({ tag: "sessionUpdate", word: "current_mode_update", from: "modeId", to: "currentModeId" })
)
/** One report of the agent, told apart by `sessionUpdate`. */
export type SessionUpdate = typeof SessionUpdate.Type

/** Whether a word is the tag of a known kind of update. */
export const isKnownUpdate = (word: string): word is SessionUpdate["sessionUpdate"] => Object.hasOwn(payloads, word)
