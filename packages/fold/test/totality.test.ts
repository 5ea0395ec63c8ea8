/** The fold and its selectors take any JSON value at any place: they never throw, and what they gave stays as it was. */
import {
  activity,
  emptySession,
  emptySessions,
  extendFold,
  type FoldInput,
  foldSession,
  foldSessions,
  isRunning,
  lastAgentMessage,
  messages,
  messageText,
  openToolCalls,
  replyText,
  restoreSession,
  type SessionState,
  serializeSession,
  subagents,
  timelineOf,
  toolCall,
  toolCalls,
  toolOutput,
  turnUsage
} from "@rxacp/fold"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"
import { deepFreeze } from "./support/deep-freeze.ts"
import { events, update } from "./support/event-streams.ts"
import { vectors } from "./support/vectors.ts"

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, [], {}, [null], [[]], [{}], "", "x", 0, -1, true, { type: "text" }, { type: 5 }),
  fc.constantFrom<unknown>({ toString: 5, valueOf: 5 }, JSON.parse('{"__proto__":{"x":1}}'), { _tag: "Update" }),
  fc.jsonValue({ maxDepth: 2 })
)

/** The value with another one at the place that `steps` lead to: each step picks a field or an item. */
const replacedAt = (value: unknown, steps: ReadonlyArray<number>, other: unknown): unknown => {
  const [step = 0, ...rest] = steps
  if (steps.length === 0 || typeof value !== "object" || value === null) return other
  const names = Object.keys(value)
  const name = names[step % Math.max(names.length, 1)]
  if (name === undefined) return other
  const copy: unknown = Array.isArray(value) ? [...value] : { ...value }
  Object.defineProperty(copy, name, {
    value: replacedAt((value as Record<string, unknown>)[name], rest, other),
    enumerable: true,
    writable: true,
    configurable: true
  })
  return copy
}

const place = fc.array(fc.nat({ max: 7 }), { maxLength: 5 })

/** What nobody's types allow: an agent or a damaged file wrote it. */
const broken = (input: fc.Arbitrary<unknown>): fc.Arbitrary<FoldInput> =>
  fc.tuple(input, place, odd).map(([value, steps, other]) => replacedAt(value, steps, other) as FoldInput)

const known = vectors.flatMap(({ steps }) => steps.map(({ fold }) => fold))
const inputs = fc.array(
  fc.oneof(
    fc.constantFrom(...known),
    broken(fc.constantFrom(...known)),
    broken(update),
    fc.tuple(events, fc.nat()).map(([stream, index]) => stream[index % Math.max(stream.length, 1)] ?? stream[0]),
    odd
  ) as fc.Arbitrary<FoldInput>,
  { maxLength: 40 }
)

const readAll = (state: SessionState): void => {
  for (const message of messages(state)) messageText(message)
  for (const call of toolCalls(state)) toolOutput(call)
  openToolCalls(state)
  lastAgentMessage(state)
  replyText(state)
  replyText(state, 1)
  isRunning(state)
  subagents(state)
  timelineOf(state, "a")
  activity(state)
  turnUsage(state)
  toolCall(state, "a")
}

describe("any JSON value at any place of what is folded", () => {
  it("never throws, and neither does a selector, JSON or a structured clone", () => {
    fc.assert(
      fc.property(inputs, (stream) => {
        let state = deepFreeze(emptySession())
        for (const input of stream) {
          state = deepFreeze(foldSession(state, deepFreeze(input)))
          readAll(state)
        }
        const json = asJson(state)
        expect(asJson(restoreSession(json))).toEqual(json)
        readAll(structuredClone(state))
        expect(serializeSession(state)).not.toHaveProperty("long")
      }),
      { numRuns: 400 }
    )
  })

  it("never throws in a fold of many sessions or an extended one", () => {
    const counted = extendFold({ count: (value: number | undefined) => (value ?? 0) + 1 })
    fc.assert(
      fc.property(inputs, (stream) => {
        stream.reduce((sessions, input) => foldSessions(sessions, input as never), emptySessions())
        stream.reduce(counted, emptySession())
      })
    )
  })

  it("never throws in the options of an empty session", () => {
    fc.assert(
      fc.property(
        broken(fc.constant({ sessionId: "s", modes: { currentModeId: "a", availableModes: [] }, configOptions: [] })),
        (options) => {
          readAll(
            foldSession(emptySession(options as never), { sessionUpdate: "current_mode_update", currentModeId: "b" })
          )
        }
      )
    )
  })
})

describe("values of any size", () => {
  const deep = (depth: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < depth; level += 1) value = { nested: value, list: [1] }
    return value
  }
  const call = (fields: object): FoldInput => ({ sessionUpdate: "tool_call", toolCallId: "c", title: "t", ...fields })

  it("fold at a depth of 100,000 in every field that takes any value", () => {
    const fields = () => ({ rawInput: deep(100_000), rawOutput: deep(100_000), _meta: { deep: deep(100_000) } })
    const state = [call(fields()), call(fields()), call(fields())].reduce(foldSession, emptySession())
    expect(toolCalls(state).map((entry) => toolOutput(entry))).toEqual([""])
    expect(toolCall(state, "c")?._meta).toHaveProperty(["deep", "nested", "nested"])
  })

  it("fold a text of 16 MB in many chunks, each of which can be read", () => {
    const piece = "x".repeat(16_000)
    let state = emptySession()
    for (let chunk = 0; chunk < 1_000; chunk += 1) {
      state = foldSession(state, { sessionUpdate: "agent_message_chunk", content: { type: "text", text: piece } })
    }
    expect(replyText(state)).toHaveLength(16_000_000)
  })
})
