/** What an agent reports while it works, told apart by `sessionUpdate` (protocol: Prompt Turn). */

import * as Schema from "effect/Schema"
import { ContentBlock, ContentChunk } from "./content.ts"
import { field, named, struct } from "./described.ts"
import { lenientItems, lenientList, withAlias } from "./lenient.ts"
import { Plan } from "./plan.ts"
import { Meta, openWords, optionalNull, Uint64 } from "./scalar.ts"
import { SessionConfigOption, SessionModeId } from "./session-config.ts"
import { taggedUnion } from "./tagged.ts"
import { ToolCall, ToolCallUpdate } from "./tool-call.ts"

/** A command that takes all text after its name as input; `hint` tells what to type. */
export class UnstructuredCommandInput extends Schema.Opaque<UnstructuredCommandInput>()(
  struct(
    "UnstructuredCommandInput",
    "A command that takes all text after its name as input; `hint` tells what to type.",
    { hint: field("What to type, to show while there is no input yet.", Schema.String), _meta: Meta }
  )
) {}

/** The input a command takes; of one kind, so far. */
export const AvailableCommandInput = named(
  "AvailableCommandInput",
  "The input a command takes; of one kind, so far.",
  Schema.Union([UnstructuredCommandInput])
)
/** The input a command takes; of one kind, so far. */
export type AvailableCommandInput = typeof AvailableCommandInput.Type

/** A command; a prompt calls it with a slash before its name. */
export class AvailableCommand extends Schema.Opaque<AvailableCommand>()(
  struct("AvailableCommand", "A command; a prompt calls it with a slash before its name.", {
    name: field("The name, without the slash.", Schema.String),
    description: field("What the command does.", Schema.String),
    input: field("The input that it takes, if any.", optionalNull(AvailableCommandInput)),
    _meta: Meta
  })
) {}

/** The whole list of commands. */
export class AvailableCommandsUpdate extends Schema.Opaque<AvailableCommandsUpdate>()(
  struct("AvailableCommandsUpdate", "The whole list of commands.", {
    availableCommands: field("Every command; the list replaces the one before.", lenientList(AvailableCommand)),
    _meta: Meta
  })
) {}

/** The agent is in this mode now. */
export class CurrentModeUpdate extends Schema.Opaque<CurrentModeUpdate>()(
  struct("CurrentModeUpdate", "The agent is in this mode now.", {
    currentModeId: field("The id of the mode.", SessionModeId),
    _meta: Meta
  })
) {}

/** The whole list of options with their values. */
export class ConfigOptionUpdate extends Schema.Opaque<ConfigOptionUpdate>()(
  struct("ConfigOptionUpdate", "The whole list of options with their values.", {
    configOptions: field(
      "Every option with its value; the list replaces the one before.",
      lenientList(SessionConfigOption)
    ),
    _meta: Meta
  })
) {}

/** A patch of what is known of the session: absent keeps, null clears. `updatedAt` is an ISO 8601 time, unchecked. */
export class SessionInfoUpdate extends Schema.Opaque<SessionInfoUpdate>()(
  struct(
    "SessionInfoUpdate",
    "A patch of what is known of the session: absent keeps, null clears. `updatedAt` is an ISO 8601 time, unchecked.",
    {
      title: field("The name to show; null clears it.", optionalNull(Schema.String)),
      updatedAt: field(
        "When it last changed, as an ISO 8601 time, unchecked; null clears it.",
        optionalNull(Schema.String)
      ),
      _meta: Meta
    }
  )
) {}

/** What the session has cost so far; `currency` is an ISO 4217 code or another unit. */
export class Cost extends Schema.Opaque<Cost>()(
  struct("Cost", "What the session has cost so far; `currency` is an ISO 4217 code or another unit.", {
    amount: field("How much, in units of `currency`.", Schema.Finite),
    currency: field("An ISO 4217 code or another unit.", Schema.String),
    _meta: Meta
  })
) {}

/** Tokens in the context and the size of its window. */
export class UsageUpdate extends Schema.Opaque<UsageUpdate>()(
  struct("UsageUpdate", "Tokens in the context and the size of its window.", {
    used: field("Tokens in the context now.", Uint64),
    size: field("Tokens that the context can hold.", Uint64),
    cost: field("What the session has cost so far.", optionalNull(Cost)),
    _meta: Meta
  })
) {}

/** How urgent a notice is. */
export const NoticeSeverity = named(
  "NoticeSeverity",
  "How urgent a notice is.",
  openWords(["info", "warning", "error"])
)
/** How urgent a notice is. */
export type NoticeSeverity = typeof NoticeSeverity.Type

/** Something to tell the user now; it is no part of the conversation. */
export class Notice extends Schema.Opaque<Notice>()(
  struct("Notice", "Something to tell the user now; it is no part of the conversation.", {
    severity: field("How urgent it is.", NoticeSeverity),
    title: field("What to show.", Schema.NonEmptyString),
    description: field("More to show, if any.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** The id of a compaction. */
export const CompactionId = named("CompactionId", "The id of a compaction.", Schema.String)
/** The id of a compaction. */
export type CompactionId = string

/** How far a compaction is. */
export const CompactionStatus = named(
  "CompactionStatus",
  "How far a compaction is.",
  openWords(["in_progress", "completed", "failed", "cancelled"])
)
/** How far a compaction is. */
export type CompactionStatus = typeof CompactionStatus.Type

/** A patch of a compaction of the context: an absent field keeps, null clears. */
export class CompactionUpdate extends Schema.Opaque<CompactionUpdate>()(
  struct("CompactionUpdate", "A patch of a compaction of the context: an absent field keeps, null clears.", {
    compactionId: field("The id of the compaction.", CompactionId),
    status: field("How far it is.", CompactionStatus),
    summary: field("What remains of the context; null clears it.", optionalNull(lenientItems(ContentBlock))),
    error: field("Why it failed; null clears it.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** A piece of the summary of a compaction. */
export class CompactionSummaryChunk extends Schema.Opaque<CompactionSummaryChunk>()(
  struct("CompactionSummaryChunk", "A piece of the summary of a compaction.", {
    compactionId: field("The id of the compaction.", CompactionId),
    content: field("The piece itself.", ContentBlock),
    _meta: Meta
  })
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
export const SessionUpdate = named(
  "SessionUpdate",
  "One report of the agent, told apart by `sessionUpdate`. Some agents say `modeId` for `currentModeId`.",
  taggedUnion("sessionUpdate", payloads).pipe(
    withAlias({ tag: "sessionUpdate", word: "current_mode_update", from: "modeId", to: "currentModeId" })
  )
)
/** One report of the agent, told apart by `sessionUpdate`. */
export type SessionUpdate = typeof SessionUpdate.Type
