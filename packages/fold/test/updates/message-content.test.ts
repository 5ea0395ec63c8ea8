import type { ContentBlock, SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, messages, messageText, restoreSession, type SessionState } from "@rxacp/fold"
import { expect, it } from "vitest"
import { asJson } from "../support/as-json.ts"

const image = (data: number): ContentBlock => ({ type: "image", data: String(data), mimeType: "image/png" })
const text = (text: string): ContentBlock => ({ type: "text", text })
const chunk = (content: ContentBlock): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId: "m",
  content
})

const contentOf = (state: SessionState) => messages(state)[0]?.content

const count = 100
const blocks = Array.from({ length: count }, (_, index) => image(index))
const states: Array<SessionState> = []
for (const block of blocks) states.push(foldSession(states.at(-1) ?? emptySession(), chunk(block)))

it("a message of many blocks reads like a short one, at every length", () => {
  expect(states.map(contentOf)).toEqual(states.map((_, index) => blocks.slice(0, index + 1)))
})

it("its content is the same array at every reading", () => {
  const entry = states.at(-1)?.timeline.at(0)
  expect(entry?.type === "message" && entry.content).toBe(entry?.type === "message" && entry.content)
})

it("text still joins text at its end", () => {
  const inputs = [text("a"), text("b"), image(-1), text("c"), text(""), text("d")].map(chunk)
  const state = inputs.reduce(foldSession, states.at(-1) ?? emptySession())
  expect(contentOf(state)?.slice(count)).toEqual([text("ab"), image(-1), text("cd")])
  expect(messages(state).map(messageText)).toEqual(["abcd"])
})

it("two forks of it do not see each other", () => {
  const start = states.at(-1) ?? emptySession()
  const [left, right] = [foldSession(start, chunk(text("left"))), foldSession(start, chunk(text("right")))]
  expect([left, right, start].map((state) => contentOf(state)?.at(-1))).toEqual([
    text("left"),
    text("right"),
    image(count - 1)
  ])
})

it("survives a structured clone and a restore, and grows on", () => {
  const start = states.at(-1) ?? emptySession()
  for (const copy of [structuredClone(start), restoreSession(asJson(start))]) {
    expect(contentOf(foldSession(copy, chunk(text("x"))))).toEqual([...blocks, text("x")])
  }
})
