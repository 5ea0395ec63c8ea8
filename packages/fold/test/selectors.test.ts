import type { SessionUpdate } from "@rxacp/core"
import {
  emptySession,
  type FoldInput,
  foldSession,
  lastAgentMessage,
  messages,
  messageText,
  openToolCalls,
  replyText,
  toolCall,
  toolCalls
} from "@rxacp/fold"
import { describe, expect, it } from "vitest"

const stamp = { sessionId: "s1", epoch: 1, n: 1 }
const start = (turn: number): FoldInput => ({ ...stamp, _tag: "TurnStarted", turn, prompt: [] })
const end = (turn: number): FoldInput => ({
  ...stamp,
  _tag: "TurnEnded",
  turn,
  stopReason: "end_turn",
  cancelRequested: false
})
const say = (text: string, messageId?: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...(messageId !== undefined && { messageId })
})
const think = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_thought_chunk",
  content: { type: "text", text }
})
const call = (toolCallId: string): SessionUpdate => ({ sessionUpdate: "tool_call", toolCallId, title: toolCallId })
const done = (toolCallId: string): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  status: "completed"
})
const late = (update: SessionUpdate): FoldInput => ({ ...stamp, _tag: "Update", update, phase: "late" })
const after = (...inputs: ReadonlyArray<FoldInput>) => inputs.reduce(foldSession, emptySession())

describe("messages and toolCalls", () => {
  const state = after(say("a"), call("c1"), say("b"), call("c2"))

  it("give the entries of their kind, in order", () => {
    expect(messages(state).map(messageText)).toEqual(["a", "b"])
    expect(toolCalls(state).map(({ toolCallId }) => toolCallId)).toEqual(["c1", "c2"])
  })

  it("give the same array while the timeline is the same", () => {
    const titled = foldSession(state, { sessionUpdate: "session_info_update", title: "t" })
    expect(titled).not.toBe(state)
    expect(messages(titled)).toBe(messages(state))
    expect(toolCalls(titled)).toBe(toolCalls(state))
    expect(messages(foldSession(state, say("c")))).not.toBe(messages(state))
  })

  it("read a structured clone as well", () => {
    expect(messages(structuredClone(state)).map(messageText)).toEqual(["a", "b"])
    expect(toolCall(structuredClone(state), "c2")?.title).toBe("c2")
  })
})

describe("toolCall", () => {
  it("finds a call by its id, and nothing else", () => {
    const state = after(say("a", "c1"), call("c1"))
    expect(toolCall(state, "c1")?.type).toBe("toolCall")
    expect(toolCall(state, "agent:c1")).toBeUndefined()
    expect(toolCall(state, "toString")).toBeUndefined()
  })
})

describe("openToolCalls", () => {
  it("gives what runs: neither finished nor left behind by its turn", () => {
    const running = after(start(1), call("a"), call("b"), call("c"), done("b"))
    expect(openToolCalls(running).map(({ toolCallId }) => toolCallId)).toEqual(["a", "c"])
    expect(openToolCalls(foldSession(running, end(1)))).toEqual([])
  })

  it("gives a call that an update took up again after later turns", () => {
    const again: SessionUpdate = { sessionUpdate: "tool_call_update", toolCallId: "a", status: "in_progress" }
    const state = after(start(1), call("a"), done("a"), end(1), start(2), again)
    expect(openToolCalls(state).map(({ toolCallId }) => toolCallId)).toEqual(["a"])
  })
})

describe("messageText", () => {
  it("joins the text blocks and leaves the others out", () => {
    const image: SessionUpdate = {
      sessionUpdate: "agent_message_chunk",
      content: { type: "image", data: "", mimeType: "image/png" }
    }
    const [message] = messages(after(say("a"), image, say("b")))
    expect(message && messageText(message)).toBe("ab")
    expect(message && messageText(message)).toBe("ab")
    expect(messageText({ content: [] })).toBe("")
  })
})

describe("lastAgentMessage", () => {
  it("is the one that was opened last, whatever came after it", () => {
    const state = after(say("a", "m1"), say("b", "m2"), say("c", "m1"), call("x"), think("hm"))
    expect(lastAgentMessage(state)?.messageId).toBe("m2")
  })

  it("is nothing where the agent has said nothing", () => {
    expect(lastAgentMessage(after(think("hm"), call("x")))).toBeUndefined()
  })
})

describe("replyText", () => {
  const state = after(start(1), think("hm"), say("a"), call("x"), say("b"), end(1), late(say("c")), start(2), say("d"))

  it("is what the agent said in a turn, late text too", () => {
    expect(replyText(state, 1)).toBe("abc")
    expect(replyText(state, 2)).toBe("d")
  })

  it("is the last turn's without a number, and empty for a turn that never was", () => {
    expect(replyText(state)).toBe("d")
    expect(replyText(state, 3)).toBe("")
  })

  it("counts text for the turn that opened its message", () => {
    const resumed = after(start(1), say("a", "m"), end(1), start(2), say("x", "n"), late(say("b", "m")))
    expect([replyText(resumed, 1), replyText(resumed, 2)]).toEqual(["ab", "x"])
  })

  it("leaves out what came between turns", () => {
    const between: FoldInput = { ...stamp, _tag: "Update", update: say("x"), phase: "between" }
    expect(replyText(after(start(1), say("a"), end(1), between, start(2), say("b")), 1)).toBe("a")
  })

  it("is all the agent said where there are no turns", () => {
    expect(replyText(after(say("a"), call("x"), say("b")))).toBe("ab")
    expect(replyText(emptySession())).toBe("")
  })

  it("takes the later of two turns with one number", () => {
    expect(replyText(after(start(1), say("a"), end(1), start(1), say("b")), 1)).toBe("b")
  })
})
