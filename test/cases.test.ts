/** What is expected of the cases in `test/cases`, key by key, with the agent's lines going through the whole pipeline. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { decodeMessages, splitLines } from "@rxacp/core"
import { messages, messageText, replyText, type SessionState, toolCall, toolCalls } from "@rxacp/fold"
import { from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { type PlayedCall, playCase } from "./support/case-player.ts"
import { caseNumbers, chunksOf, labelOf, readCase } from "./support/cases.ts"
import { filesBelow, root } from "./support/workspaces.ts"

/** Cases whose subject is a process, a terminal, a file or the flow, and not what an agent says. */
const elsewhere = ["37", "39", "40", "42", "43", "48", "55", "57", "58"]

const cases = caseNumbers.filter((number) => !elsewhere.includes(number)).map(readCase)

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

it("the cases that are not played here are, by their number, in the tests of a package", () => {
  const texts = ["packages/core/test", "packages/node/test"].flatMap((folder) =>
    filesBelow(folder)
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(root, folder, file), "utf8"))
  )
  const isPlayed = (number: string): boolean => texts.some((text) => text.includes(`(case ${number})`))
  expect(elsewhere.filter((number) => !isPlayed(number))).toEqual([])
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
