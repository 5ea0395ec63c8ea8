/** What the cases in `test/cases` about messages, tool calls and plans say in words. */
import { shownToolCall, type ToolCallUpdate } from "@rxacp/core"
import { lastAgentMessage, messages, openToolCalls, serializeSession, toolCall } from "@rxacp/fold"
import { NEVER } from "rxjs"
import { expect, it } from "vitest"
import { playCase } from "./support/case-player.ts"
import { readCase } from "./support/cases.ts"

it("15: the last message of the agent can be had without joining the text of the turn", async () => {
  const { state } = await playCase(readCase("15"))
  expect(lastAgentMessage(state)).toMatchObject({
    messageId: "m2",
    content: [{ type: "text", text: "Found it. Done." }]
  })
})

it("21: an echo is the only user message; the prompt stands in the turn", async () => {
  const { state } = await playCase(readCase("21"))
  expect(messages(state).filter(({ role }) => role === "user")).toHaveLength(1)
  expect(state.turns).toMatchObject([{ turn: 1, at: 0, prompt: [{ type: "text", text: "fix the bug" }] }])
})

it("23: a call that was not announced is in the state without a title, and the update gets no answer", async () => {
  const { state, replies } = await playCase(readCase("23"))
  expect(toolCall(state, "t9")).toMatchObject({ title: null, provisional: true })
  expect(state.pendingPermissions).toMatchObject([{ id: 1 }])
  expect(replies).toEqual([])
})

it("24: the person who is asked sees the command, which the request itself blanked", async () => {
  const shown: Array<ToolCallUpdate> = []
  const { state } = await playCase(readCase("24"), {
    permissions: ({ toolCall }, { known }) => {
      shown.push(shownToolCall(known, toolCall))
      return NEVER
    }
  })
  expect(shown).toMatchObject([{ toolCallId: "t1", kind: "execute", rawInput: { command: "rm x" } }])
  expect(toolCall(state, "t1")).toMatchObject({ status: "in_progress" })
})

it("26: the end of the turn marks what is open, and only a final status takes the mark away", async () => {
  const { states, state } = await playCase(readCase("26"))
  const [, , ended] = states
  if (ended === undefined) throw new Error("the turn did not end")
  expect(openToolCalls(ended)).toEqual([])
  expect(toolCall(ended, "t1")).toMatchObject({ status: "in_progress", mark: "unfinished" })
  expect(toolCall(state, "t1")).not.toHaveProperty("mark")
  expect(toolCall(state, "t2")).toMatchObject({ status: "pending", mark: "unfinished" })
})

it("28: a bad entry is skipped and its plan is kept; no plan yet differs from an empty one", async () => {
  const { states, events } = await playCase(readCase("28"))
  expect(states[1]?.plan).toEqual([{ content: "b", priority: "low", status: "completed" }])
  expect(events[1]).toMatchObject({
    issues: [
      { kind: "dropped", path: ["entries", 1], raw: { content: "c", priority: "odd" } },
      { kind: "dropped", path: ["entries", 2], raw: 7 }
    ]
  })
  expect((await playCase(readCase("15"))).state.plan).toBeNull()
})

it("30: no prototype is touched, and the state survives a structured clone", async () => {
  const { state } = await playCase(readCase("30"))
  expect({}).not.toHaveProperty("polluted")
  expect(toolCall(structuredClone(state), "__proto__")).toEqual(toolCall(state, "__proto__"))
})

it("46: the state holds the latest output and none of those before it", async () => {
  const input = readCase("46")
  const update = (text: string) =>
    JSON.stringify({
      jsonrpc: "2.0",
      method: "session/update",
      params: {
        sessionId: "s1",
        update: {
          sessionUpdate: "tool_call_update",
          toolCallId: "t1",
          content: [{ type: "content", content: { type: "text", text } }]
        }
      }
    })
  const lines = Array.from({ length: 1000 }, (_, index) => update("line\n".repeat(index)))
  const { state } = await playCase({ ...input, lines: [...input.lines.slice(0, 1), ...lines] })
  expect(JSON.stringify(serializeSession(state)).length).toBeLessThan(2 * "line\\n".length * 1000)
})
