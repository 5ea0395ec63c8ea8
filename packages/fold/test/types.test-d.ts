/** What the types promise; checked by the compiler, never run. */
import type {
  AvailableCommand,
  ContentBlock,
  PlanEntry,
  SessionEvent,
  SessionUpdate,
  ToolKind,
  UpdateEvent
} from "@rxacp/core"
import {
  emptySession,
  extendFold,
  foldSession,
  type SessionState,
  type Timeline,
  type TimelineEntry,
  type ToolCallEntry
} from "@rxacp/fold"
import type { Observable } from "rxjs"
import { scan } from "rxjs"
import { expectTypeOf } from "vitest"

declare const entry: TimelineEntry
declare const state: SessionState
declare const updates: Observable<UpdateEvent>
declare const events: Observable<SessionEvent>
declare const bare: ReadonlyArray<SessionUpdate>

// Entries narrow by `type`, messages by `role`.
expectTypeOf(entry.type).toEqualTypeOf<"message" | "toolCall" | "compaction">()
if (entry.type === "message") {
  expectTypeOf(entry.role).toEqualTypeOf<"user" | "agent" | "thought">()
  expectTypeOf(entry.content).toEqualTypeOf<ReadonlyArray<ContentBlock>>()
  if (entry.role === "agent") expectTypeOf(entry.role).toEqualTypeOf<"agent">()
  // @ts-expect-error a message has no tool call id
  entry.toolCallId
}
if (entry.type === "toolCall") {
  expectTypeOf(entry).toEqualTypeOf<ToolCallEntry>()
  expectTypeOf(entry.title).toEqualTypeOf<string | null>()
  expectTypeOf(entry.kind).toEqualTypeOf<ToolKind>()
  expectTypeOf(entry.mark).toEqualTypeOf<"unfinished" | "cancelled" | "rejected" | undefined>()
  // @ts-expect-error a tool call has no role
  entry.role
}
if (entry.type === "compaction") expectTypeOf(entry.summary).toEqualTypeOf<ReadonlyArray<ContentBlock>>()

// Blocks narrow by `type`, unknown ones included.
if (entry.type === "message") {
  for (const block of entry.content) {
    if (block.type === "text") expectTypeOf(block.text).toEqualTypeOf<string>()
    if (block.type === "unknown") expectTypeOf(block.tag).toEqualTypeOf<string>()
  }
}

// The state reads as what it is and can't be written to.
expectTypeOf(state.timeline).toEqualTypeOf<Timeline>()
expectTypeOf(state.timeline.at(0)).toEqualTypeOf<TimelineEntry | undefined>()
expectTypeOf(state.plan).toEqualTypeOf<ReadonlyArray<PlanEntry> | null>()
expectTypeOf(state.availableCommands).toEqualTypeOf<ReadonlyArray<AvailableCommand> | null>()
// @ts-expect-error a state is never written to
state.title = "t"

// The fold fits `scan` and `reduce`, for every kind of input.
expectTypeOf(updates.pipe(scan(foldSession, emptySession()))).toEqualTypeOf<Observable<SessionState>>()
expectTypeOf(events.pipe(scan(foldSession, emptySession()))).toEqualTypeOf<Observable<SessionState>>()
expectTypeOf(bare.reduce(foldSession, emptySession())).toEqualTypeOf<SessionState>()
expectTypeOf(foldSession).parameters.toHaveProperty("length").toEqualTypeOf<2>()

// An extended fold knows the types of its values.
const extended = extendFold({ count: (value: number | undefined) => (value ?? 0) + 1 })
expectTypeOf(events.pipe(scan(extended, emptySession()))).toEqualTypeOf<Observable<SessionState<{ count: number }>>>()
expectTypeOf(extended(state, bare[0] as SessionUpdate).extensions?.count).toEqualTypeOf<number | undefined>()
