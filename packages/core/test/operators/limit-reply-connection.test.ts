/** `limitReply` over an uncapped turn, held against the caps of a connection: both are to say the same. */
import fc from "fast-check"
import { from } from "rxjs"
import { expect, it } from "vitest"
import { limitReply, type ReplyLimits, type SessionEvent } from "../../src/index.ts"
import { record, wire } from "../support/wire.ts"

const chunk = (sessionUpdate: string) => (content: object) => ({ sessionUpdate, content })
const text = fc.record({
  type: fc.constant("text"),
  text: fc.string({ unit: fc.constantFrom("a", "é", "\ud83d", "\ude00") })
})
const image = fc.record({ type: fc.constant("image"), data: fc.constant("AA"), mimeType: fc.constant("image/png") })
const update = fc.oneof(
  { weight: 4, arbitrary: text.map(chunk("agent_message_chunk")) },
  { weight: 1, arbitrary: image.map(chunk("agent_message_chunk")) },
  { weight: 1, arbitrary: text.map(chunk("agent_thought_chunk")) },
  // A known update, an unknown one, and one that can't be read.
  fc.constantFrom({ sessionUpdate: "plan", entries: [] }, { sessionUpdate: "teleport" }, { sessionUpdate: "tool_call" })
)
const cap = (max: number) => fc.integer({ min: 1, max })
const limits = fc.record({ maxBytes: cap(60), maxChunks: cap(8), maxUpdates: cap(12) }, { requiredKeys: [] })

/** The events of a turn, less what only one of the two can know: the numbers, and whether a cancel was sent. */
const turnOf = async (updates: ReadonlyArray<object>, capped?: ReplyLimits) => {
  const agent = wire()
  const { session } = await agent.open()
  const turn = record(session.prompt("go", capped === undefined ? {} : { limits: capped }))
  for (const each of updates) agent.update(each)
  agent.answer("session/prompt", { stopReason: "end_turn" })
  const cancels = agent.sent().filter(({ method }) => method === "session/cancel").length
  return { events: turn.values, cancels }
}
const unnumbered = (events: ReadonlyArray<SessionEvent>) =>
  events
    .filter(({ _tag }) => _tag !== "CancelRequested")
    .map(({ n, ...event }) => ("cancelRequested" in event ? { ...event, cancelRequested: undefined } : event))

it("says what the connection says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(update, { maxLength: 14 }), limits, async (updates, caps) => {
      const byConnection = await turnOf(updates, caps)
      const uncapped = await turnOf(updates)
      let cancels = 0
      const byOperator = record(
        from(uncapped.events).pipe(
          limitReply(caps, {
            cancel: () => {
              cancels += 1
            }
          })
        )
      )
      expect(unnumbered(byOperator.values)).toEqual(unnumbered(byConnection.events))
      expect(cancels).toBe(byConnection.cancels)
    }),
    { numRuns: 60 }
  )
})
