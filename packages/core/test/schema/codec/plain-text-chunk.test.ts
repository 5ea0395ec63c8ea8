import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SessionUpdate } from "../../../src/protocol/tables.ts"
import { decoder } from "../../../src/schema/codec/decoder.ts"
import { isPlainTextChunk } from "../../../src/schema/codec/plain-text-chunk.ts"

const guard = decoder(SessionUpdate)

const odd = fc.constantFrom(null, undefined, 0, "", "text", true, [], {}, { a: 1 })
/** Mostly what belongs in a place, sometimes what does not. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: odd, weight: 1 })
const absent = fc.constant(undefined)

const block = fc.record({
  type: mostly(fc.constant("text")),
  text: mostly(fc.string()),
  annotations: mostly(absent),
  _meta: mostly(absent)
})
const chunk = fc.record({
  sessionUpdate: mostly(fc.constantFrom("agent_message_chunk", "user_message_chunk", "agent_thought_chunk", "plan")),
  content: mostly(block),
  messageId: mostly(fc.option(fc.string())),
  _meta: mostly(absent),
  vendor: odd
})

describe("isPlainTextChunk", () => {
  it("takes only what the guard takes", () => {
    let taken = 0
    fc.assert(
      fc.property(chunk, (value) => {
        if (!isPlainTextChunk(value)) return
        taken += 1
        expect(guard.isClean(value)).toBe(true)
      }),
      { numRuns: 2_000, seed: 1 }
    )
    expect(taken).toBeGreaterThan(200)
  })

  it("takes a chunk of each role, with an id, null or none", () => {
    for (const sessionUpdate of ["agent_message_chunk", "user_message_chunk", "agent_thought_chunk"]) {
      const plain = { sessionUpdate, content: { type: "text", text: "" } }
      expect([plain, { ...plain, messageId: null }, { ...plain, messageId: "m" }].every(isPlainTextChunk)).toBe(true)
    }
  })
})
