/** The fold of what agents in public bug reports wrote, played from `test/cases`. */
import { emptySession, foldSession, messages, messageText, replyText, type SessionState, toolCall } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { type Case, eventsByLine, readCase } from "./support/case-events.ts"
import { deepFreeze } from "./support/deep-freeze.ts"

const names = [
  "13-unknown-session-update",
  "15-boundary-by-message-id",
  "17-no-id-metadata-does-not-split",
  "19-repeated-delta-text-is-kept",
  "21-live-user-echo",
  "23-tool-update-without-tool-call",
  "24-permission-request-blanks-input",
  "26-tool-left-open-at-turn-end",
  "28-plan-replaced-and-cleared",
  "30-ids-named-like-object-members",
  "46-cumulative-tool-output",
  "51-load-replay-is-not-the-new-turn",
  "52-second-load-does-not-double-history"
]

/** The state after each line, all of them frozen. */
const statesOf = (input: Case): ReadonlyArray<SessionState> => {
  let state = deepFreeze(emptySession({ sessionId: "s1" }))
  return eventsByLine(input).map((events) => {
    for (const event of events) state = deepFreeze(foldSession(state, deepFreeze(event)))
    return state
  })
}

const lastOf = (input: Case): SessionState => statesOf(input).at(-1) ?? emptySession()

const summary = (state: SessionState) =>
  messages(state).map((message) => ({ role: message.role, messageId: message.messageId, text: messageText(message) }))

const line = (entry: SessionState["timeline"] extends Iterable<infer Entry> ? Entry : never): string =>
  entry.type === "toolCall" ? `tool ${entry.toolCallId}` : `${entry.type === "message" ? entry.role : entry.type} -`

describe.each(names.map(readCase))("$id", (input) => {
  const { messages, timeline, toolCalls, toolIds, planAfterLine, replies_text } = input.expect

  it("folds to the expected state", () => {
    const states = statesOf(input)
    const state = lastOf(input)
    if (messages) expect(summary(state)).toEqual(messages)
    if (timeline) expect([...state.timeline].map(line)).toEqual(timeline)
    for (const [id, call] of Object.entries(toolCalls ?? {})) expect(toolCall(state, id)).toMatchObject(call)
    if (toolIds) {
      const ids = [...state.timeline].flatMap((entry) => (entry.type === "toolCall" ? [entry.toolCallId] : []))
      expect(ids).toEqual(toolIds)
    }
    for (const [index, plan] of Object.entries(planAfterLine ?? {})) expect(states[Number(index)]?.plan).toEqual(plan)
    for (const { text } of Object.values(replies_text ?? {})) expect(replyText(state)).toBe(text)
    expect.hasAssertions()
  })
})

describe("what the cases say in words", () => {
  it("13: a notice, an unknown update and an invalid one give the same state back", () => {
    const states = statesOf(readCase("13-unknown-session-update"))
    expect(states.slice(2, 5).every((state) => state === states[1])).toBe(true)
  })

  it("23: a call that was not announced has no title until one comes", () => {
    const state = lastOf(readCase("23-tool-update-without-tool-call"))
    expect(toolCall(state, "t9")).toMatchObject({ title: null, kind: "other", provisional: true })
    expect(state.anomalies).toEqual([{ kind: "unknownToolCall", toolCallId: "t9" }])
    expect(state.pendingPermissions.map(({ id }) => id)).toEqual([1])
  })

  it("26: the end of the turn marks what is open, and a final status takes the mark away", () => {
    const states = statesOf(readCase("26-tool-left-open-at-turn-end"))
    expect(states[2] && toolCall(states[2], "t1")).toMatchObject({ status: "in_progress", mark: "unfinished" })
    expect(states[3] && toolCall(states[3], "t1")).not.toHaveProperty("mark")
    expect(states[3] && toolCall(states[3], "t2")).toMatchObject({ status: "pending", mark: "unfinished" })
  })

  it("30: no prototype is touched, and the state survives a structured clone", () => {
    const state = lastOf(readCase("30-ids-named-like-object-members"))
    expect({}).not.toHaveProperty("polluted")
    const clone = structuredClone(state)
    expect(toolCall(clone, "__proto__")).toEqual(toolCall(state, "__proto__"))
    expect(summary(clone)).toEqual(summary(state))
  })
})
