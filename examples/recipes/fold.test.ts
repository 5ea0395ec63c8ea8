// Tests of a fold and of a pipeline, without a process: updates as marbles, states as values.
import { type SessionUpdate, textDeltas, type UpdateEvent } from "@rxacp/core"
import { marblesWith } from "@rxacp/core/testing"
import { emptySession, foldSession, messageText, toolCall } from "@rxacp/fold"
import { map, scan } from "rxjs"
import { expect, it } from "vitest"

const marbles = marblesWith((actual, expected) => expect(actual).toEqual(expected))

const say = (text: string): SessionUpdate => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })
const event = (update: SessionUpdate): UpdateEvent => ({ _tag: "Update", sessionId: "s", seq: 1, update })

it(
  "folds updates as they come",
  marbles(({ cold, expectObservable }) => {
    const updates = cold<SessionUpdate>("a-b-|", { a: say("Hel"), b: say("lo") })
    const texts = updates.pipe(
      scan(foldSession, emptySession()),
      map((state) => [...state.timeline].map((entry) => (entry.type === "message" ? messageText(entry) : entry.key)))
    )
    expectObservable(texts).toBe("        x-y-|", { x: ["Hel"], y: ["Hello"] })
  })
)

it(
  "streams the text of the reply",
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold("  a-b-|", { a: event(say("Hel")), b: event(say("lo")) })
    const subs = "         ^---!"
    const expected = "     x-y-|"
    expectObservable(source.pipe(textDeltas())).toBe(expected, { x: "Hel", y: "lo" })
    expectSubscriptions(source.subscriptions).toBe(subs)
  })
)

it("keeps what a patch does not mention", () => {
  const updates: ReadonlyArray<SessionUpdate> = [
    { sessionUpdate: "tool_call", toolCallId: "t", title: "Read", kind: "read" },
    { sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" }
  ]
  expect(toolCall(updates.reduce(foldSession, emptySession()), "t")).toMatchObject({
    title: "Read",
    status: "completed"
  })
})
