/** What is expected of the cases in `test/cases`, key by key, with the agent's lines going through the whole pipeline. */
import { readdirSync, readFileSync } from "node:fs"
import { decodeMessages, splitLines } from "@rxacp/core"
import { messages, messageText, replyText, type SessionState, toolCall, toolCalls } from "@rxacp/fold"
import { from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { type PlayedCall, playCase } from "./support/case-player.ts"
import { caseNumbers, chunksOf, labelOf, readCase } from "./support/cases.ts"

/** Played where there are processes, terminals and files, in the tests of the node package. */
const withTheSystem = ["37", "39", "40", "42", "43", "55", "57", "58"]
/** Has no lines of its own: the flow is the subject, not the messages. */
const generated = ["48"]

const played = caseNumbers.filter((number) => ![...withTheSystem, ...generated].includes(number))

const lineOf = (entry: SessionState["timeline"] extends Iterable<infer Entry> ? Entry : never): string =>
  entry.type === "toolCall" ? `tool ${entry.toolCallId}` : `${entry.type === "message" ? entry.role : entry.type} -`

/** Holds the end of a call against the words for it, as far as they are the same in all cases. */
const expectEnd = (call: PlayedCall | undefined, words: string): void => {
  const [, verb, stopReason, json] = /^(resolved|rejected)(?: (end_turn))?(?: with (\{.*?\}))?/.exec(words) ?? []
  const fails = verb === "rejected" || words.includes("fail with")
  expect({ ...call, words }).toMatchObject({ ends: 1, words })
  if (fails) expect(call?.failure).toBeInstanceOf(Error)
  else expect(call).not.toHaveProperty("failure")
  if (json !== undefined) expect(call?.value).toMatchObject(JSON.parse(json))
  if (stopReason !== undefined) expect(call?.value).toMatchObject({ stopReason })
  const [, code] = /^rejected (-\d+)/.exec(words) ?? []
  if (code !== undefined) expect(call?.failure).toMatchObject({ code: Number(code) })
}

const cases = played.map(readCase)

it("every case is played, here or where there are processes and files", () => {
  const tests = readdirSync(new URL("../packages/node/test/", import.meta.url)).filter((name) =>
    name.endsWith(".test.ts")
  )
  const texts = tests
    .map((name) => readFileSync(new URL(`../packages/node/test/${name}`, import.meta.url), "utf8"))
    .join()
  expect(withTheSystem.filter((number) => !texts.includes(`(case ${number})`))).toEqual([])
})

describe.each(cases.filter((input) => input.expect.decoded))("$id", (input) => {
  it("decodes", async () => {
    const pipeline = from(chunksOf(input)).pipe(splitLines(input.options), decodeMessages(), toArray())
    expect((await lastValueFrom(pipeline)).map(labelOf)).toEqual(input.expect.decoded)
  })
})

describe.each(cases)("$id", (input) => {
  const { expect: expected } = input

  it("ends as expected through a connection", async () => {
    const { state, states, calls, replies } = await playCase(input)
    const { pending = {}, toolCalls: wanted = {}, planAfterLine = {}, replies_text = {} } = expected
    if (expected.messages) {
      const seen = messages(state).map((entry) => ({
        role: entry.role,
        messageId: entry.messageId,
        text: messageText(entry)
      }))
      expect(seen).toEqual(expected.messages)
    }
    if (expected.timeline) expect([...state.timeline].map(lineOf)).toEqual(expected.timeline)
    if (expected.toolIds) expect(toolCalls(state).map(({ toolCallId }) => toolCallId)).toEqual(expected.toolIds)
    if (expected.commands) expect(state.availableCommands?.map(({ name }) => name)).toEqual(expected.commands)
    if (expected.replies) expect(replies).toMatchObject(expected.replies)
    if (expected.replyIds) expect(replies.map(({ id }) => id)).toEqual(expected.replyIds)
    for (const [id, call] of Object.entries(wanted)) expect(toolCall(state, id)).toMatchObject(call)
    for (const [index, plan] of Object.entries(planAfterLine)) expect(states[Number(index)]?.plan).toEqual(plan)
    for (const { text } of Object.values(replies_text)) expect(replyText(state)).toBe(text)
    for (const [id, words] of Object.entries(pending)) expectEnd(calls.get(id), words)
  })
})
