/** Arbitrary streams of session events: few ids, so that they meet, in every order that a connection could produce. */
import type { ContentBlock, SessionEvent, SessionUpdate, ToolCallContent, UpdatePhase } from "@rxacp/core"
import fc from "fast-check"

/** An event before it has its place in a session. */
type Step =
  | { readonly _tag: "Update"; readonly update: SessionUpdate }
  | { readonly _tag: "Start" | "LoadStarted" }
  | { readonly _tag: "End"; readonly stopReason: string; readonly cancelRequested: boolean }
  | { readonly _tag: "Fail" }
  | { readonly _tag: "LoadEnded"; readonly ok: boolean }
  | { readonly _tag: "Ask" | "Answer"; readonly id: number | string | bigint; readonly toolCallId: string }
  | { readonly _tag: "ModeSet"; readonly modeId: string }

const id = fc.constantFrom("a", "b", "__proto__", "constructor", "")
const messageId = fc.option(fc.constantFrom("a", "b", "__proto__"), { nil: null })
const word = fc.string({ maxLength: 6, unit: "binary" })
/** JSON text has no minus zero. */
const json = (maxDepth: number) => fc.jsonValue({ maxDepth }).map((value) => JSON.parse(JSON.stringify(value)))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("text" as const), text: word }) },
  fc.record({
    type: fc.constant("text" as const),
    text: word,
    annotations: fc.constant({ priority: 1 }),
    _meta: fc.constant({ x: 1 })
  }),
  fc.constant<ContentBlock>({ type: "image", data: "AA==", mimeType: "image/png" }),
  fc.constant<ContentBlock>({ type: "unknown", tag: "video", raw: { type: "video" } })
)

const chunk: fc.Arbitrary<SessionUpdate> = fc.record({
  sessionUpdate: fc.constantFrom("user_message_chunk", "agent_message_chunk", "agent_thought_chunk"),
  messageId,
  content: block
})

const toolContent: fc.Arbitrary<ToolCallContent> = block.map((content) => ({ type: "content", content }))
const toolFields = {
  toolCallId: id,
  kind: fc.constantFrom("read" as const, "edit" as const),
  status: fc.constantFrom("pending" as const, "in_progress" as const, "completed" as const, "failed" as const),
  content: fc.array(toolContent, { maxLength: 2 }),
  rawInput: json(2),
  rawOutput: json(1)
}

const toolCall: fc.Arbitrary<SessionUpdate> = fc.record(
  { sessionUpdate: fc.constant("tool_call" as const), title: word, ...toolFields },
  { requiredKeys: ["sessionUpdate", "toolCallId", "title"] }
)

const toolCallUpdate: fc.Arbitrary<SessionUpdate> = fc.record(
  { sessionUpdate: fc.constant("tool_call_update" as const), title: maybe(word), ...toolFields },
  { requiredKeys: ["sessionUpdate", "toolCallId"] }
)

const compaction: fc.Arbitrary<SessionUpdate> = fc.oneof(
  fc.record(
    {
      sessionUpdate: fc.constant("compaction_update" as const),
      compactionId: id,
      status: fc.constantFrom("in_progress", "completed", "_own"),
      summary: maybe(fc.array(block, { maxLength: 2 })),
      error: maybe(word)
    },
    { requiredKeys: ["sessionUpdate", "compactionId", "status"] }
  ),
  fc.record({ sessionUpdate: fc.constant("compaction_summary_chunk" as const), compactionId: id, content: block })
)

const sideBand: fc.Arbitrary<SessionUpdate> = fc.oneof(
  fc.constantFrom<SessionUpdate>(
    { sessionUpdate: "plan", entries: [] },
    { sessionUpdate: "plan", entries: [{ content: "a", priority: "high", status: "pending" }] },
    { sessionUpdate: "available_commands_update", availableCommands: [] },
    { sessionUpdate: "config_option_update", configOptions: [] },
    { sessionUpdate: "notice", severity: "info", title: "n" },
    { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 1, currency: "USD" } },
    { sessionUpdate: "usage_update", used: 3, size: 2, cost: null }
  ),
  id.map((currentModeId): SessionUpdate => ({ sessionUpdate: "current_mode_update", currentModeId })),
  fc.record(
    { sessionUpdate: fc.constant("session_info_update" as const), title: maybe(word), updatedAt: maybe(word) },
    { requiredKeys: ["sessionUpdate"] }
  )
)

/** Any update of the protocol. */
export const update: fc.Arbitrary<SessionUpdate> = fc.oneof(
  { weight: 6, arbitrary: chunk },
  { weight: 3, arbitrary: toolCall },
  { weight: 4, arbitrary: toolCallUpdate },
  { weight: 1, arbitrary: compaction },
  { weight: 2, arbitrary: sideBand }
)

const requestId = fc.constantFrom<number | string | bigint>(0, "0", 2n ** 60n)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: update.map((update): Step => ({ _tag: "Update", update })) },
  { weight: 3, arbitrary: fc.constant<Step>({ _tag: "Start" }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("End" as const),
      stopReason: fc.constantFrom("end_turn", "cancelled", "_own"),
      cancelRequested: fc.boolean()
    })
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ _tag: "Fail" }, { _tag: "LoadStarted" }) },
  { weight: 1, arbitrary: fc.boolean().map((ok): Step => ({ _tag: "LoadEnded", ok })) },
  {
    weight: 3,
    arbitrary: fc.record({ _tag: fc.constantFrom("Ask" as const, "Answer" as const), id: requestId, toolCallId: id })
  },
  { weight: 1, arbitrary: id.map((modeId): Step => ({ _tag: "ModeSet", modeId })) }
)

/** Gives the steps their numbers, turns and phases, as a session does; ends of turns that never began stay in. */
const stamped = (steps: ReadonlyArray<Step>): ReadonlyArray<SessionEvent> => {
  let turn = 0
  let phase: UpdatePhase = "between"
  const eventOf = (step: Step, index: number): SessionEvent => {
    const stamp = { sessionId: "s1", epoch: 1, n: index + 1 }
    switch (step._tag) {
      case "Update":
        return { ...stamp, _tag: "Update", update: step.update, phase }
      case "Start":
        turn += 1
        phase = "turn"
        return { ...stamp, _tag: "TurnStarted", turn, prompt: [{ type: "text", text: "go" }] }
      case "End":
        phase = "late"
        return {
          ...stamp,
          _tag: "TurnEnded",
          turn,
          stopReason: step.stopReason,
          cancelRequested: step.cancelRequested
        }
      case "Fail":
        phase = "late"
        return { ...stamp, _tag: "TurnFailed", turn, failure: { _tag: "ConnectionClosed", message: "m", reason: "r" } }
      case "LoadStarted":
        phase = "replay"
        return { ...stamp, _tag: "LoadStarted" }
      case "LoadEnded":
        phase = "between"
        return { ...stamp, _tag: "LoadEnded", ok: step.ok, modes: { currentModeId: "a", availableModes: [] } }
      case "Ask": {
        const request = { sessionId: "s1", toolCall: { toolCallId: step.toolCallId, title: "t" }, options: [] }
        return { ...stamp, _tag: "PermissionRequested", id: step.id, request }
      }
      case "Answer":
        return { ...stamp, _tag: "PermissionResolved", id: step.id, outcome: { outcome: "cancelled" }, by: "cancel" }
      case "ModeSet":
        return { ...stamp, _tag: "ModeSet", modeId: step.modeId }
    }
  }
  return steps.map(eventOf)
}

/** A stream of events of one session. */
export const events: fc.Arbitrary<ReadonlyArray<SessionEvent>> = fc.array(step, { maxLength: 80 }).map(stamped)
