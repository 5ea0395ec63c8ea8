import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SessionUpdate } from "../../src/schema/index.ts"
import type { ReplyLimits } from "../../src/session/limits.ts"
import { replyMeter } from "../../src/session/reply-meter.ts"

const event = (update: SessionUpdate) => ({ _tag: "Update" as const, update })
const reply = (text: string, messageId?: string) =>
  event({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, ...(messageId && { messageId }) })
const thought = (text: string) => event({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } })
const image = (data: string) =>
  event({ sessionUpdate: "agent_message_chunk", content: { type: "image", data, mimeType: "image/png" } })
const plan = event({ sessionUpdate: "plan", entries: [] })
const unknown = { _tag: "UnknownUpdate" as const }
const invalid = { _tag: "InvalidUpdate" as const }

type Metered = ReturnType<typeof event> | typeof unknown | typeof invalid

const textOf = (passed: Metered | undefined): string =>
  passed?._tag === "Update" &&
  passed.update.sessionUpdate === "agent_message_chunk" &&
  passed.update.content.type === "text"
    ? passed.update.content.text
    : ""

/** Pushes everything and tells what came of it. */
const meter = (limits: ReplyLimits, ...events: ReadonlyArray<Metered>) => {
  const accounts = replyMeter(limits)
  const passed = events.map((each) => accounts.push(each))
  return {
    passed,
    text: passed.map(textOf).join(""),
    overflow: accounts.overflow,
    omitted: accounts.omitted
  }
}

describe("maxBytes", () => {
  it("maxBytes lets through, untouched, what fits exactly", () => {
    const events = [reply("Hel"), reply("lo"), reply("")]
    const result = meter({ maxBytes: 5 }, ...events)
    expect(result.passed.map((each, index) => each === events[index])).toEqual([true, true, true])
    expect(result).toMatchObject({ overflow: undefined, omitted: undefined })
  })

  it("maxBytes cuts at one byte over and counts what comes after", () => {
    expect(meter({ maxBytes: 5 }, reply("Hel"), reply("lo!"), reply("more"), plan)).toMatchObject({
      passed: [reply("Hel"), reply("lo"), undefined, undefined],
      overflow: { limit: "maxBytes", max: 5 },
      omitted: { updates: 2, bytes: 5 }
    })
  })

  it("maxBytes leaves an update out wholly when nothing of it fits", () => {
    expect(meter({ maxBytes: 4 }, reply("abc"), reply("é"))).toMatchObject({
      passed: [reply("abc"), undefined],
      omitted: { updates: 1, bytes: 2 }
    })
  })

  it.each([
    [1, ""],
    [2, "é"],
    [4, "é"],
    [5, "é€"],
    [8, "é€"],
    [9, "é€😀"]
  ])("maxBytes cuts é€😀 at %i bytes to a whole code point", (maxBytes, text) => {
    expect(meter({ maxBytes }, reply("é€😀")).text).toBe(text)
  })

  it("maxBytes counts a surrogate pair split over two chunks as 4 bytes", () => {
    expect(meter({ maxBytes: 4 }, reply("\ud83d"), reply("\ude00"))).toMatchObject({ text: "😀", overflow: undefined })
    expect(meter({ maxBytes: 5 }, reply("\ud83d"), plan, reply("\ude00ab"))).toMatchObject({
      text: "😀a",
      omitted: { updates: 0, bytes: 1 }
    })
  })

  it("maxBytes delivers no first half of a surrogate pair whose second half would be over the cap", () => {
    expect(meter({ maxBytes: 5 }, reply("ab\ud83d"), reply("\ude00"))).toMatchObject({
      text: "ab",
      overflow: { limit: "maxBytes", max: 5 },
      omitted: { updates: 1, bytes: 4 }
    })
  })

  it("maxBytes counts a lone surrogate as the replacement character it is encoded to", () => {
    expect(meter({ maxBytes: 4 }, reply("\ud83d"), reply("a"))).toMatchObject({ overflow: undefined })
    expect(meter({ maxBytes: 6 }, reply("\ud83d", "m1"), reply("\ude00", "m2"))).toMatchObject({ overflow: undefined })
    expect(meter({ maxBytes: 5 }, reply("\ud83d", "m1"), reply("\ude00", "m2"))).toMatchObject({
      omitted: { updates: 1, bytes: 3 }
    })
    expect(meter({ maxBytes: 1 }, reply("ab"), reply("\ud83d"), image("x"))).toMatchObject({
      omitted: { updates: 2, bytes: 1 + 3 + JSON.stringify({ type: "image", data: "x", mimeType: "image/png" }).length }
    })
  })

  it("maxBytes counts a block of an unknown type by the JSON as received", () => {
    const raw = { type: "video", url: "x" }
    const video = event({ sessionUpdate: "agent_message_chunk", content: { type: "unknown", tag: "video", raw } })
    const maxBytes = JSON.stringify(raw).length
    expect(meter({ maxBytes }, video)).toMatchObject({ passed: [video], overflow: undefined })
    expect(meter({ maxBytes: maxBytes - 1 }, video)).toMatchObject({ omitted: { updates: 1, bytes: maxBytes } })
  })

  it("maxBytes counts other blocks by their JSON and never cuts them", () => {
    const size = JSON.stringify({ type: "image", data: "AAAA", mimeType: "image/png" }).length
    expect(meter({ maxBytes: size }, image("AAAA"))).toMatchObject({ passed: [image("AAAA")], overflow: undefined })
    expect(meter({ maxBytes: size }, reply("a"), image("AAAA"))).toMatchObject({
      passed: [reply("a"), undefined],
      omitted: { updates: 1, bytes: size }
    })
  })

  it("maxBytes counts neither thoughts nor other updates", () => {
    const events = [thought("a long thought"), plan, unknown, invalid, reply("ab")]
    expect(meter({ maxBytes: 2 }, ...events)).toMatchObject({ passed: events, overflow: undefined })
  })

  it("maxBytes keeps the other fields of a chunk that it cuts", () => {
    const annotated = {
      ...reply("abc", "m1"),
      seq: 7,
      issues: [{ path: ["_meta"], kind: "dropped" as const, raw: 1 }]
    }
    expect(replyMeter({ maxBytes: 1 }).push(annotated)).toEqual({ ...annotated, update: reply("a", "m1").update })
  })
})

describe("maxChunks and maxUpdates", () => {
  it("maxChunks counts only reply chunks", () => {
    expect(
      meter({ maxChunks: 2 }, reply("a"), thought("t"), plan, reply("b"), thought("u"), reply("cd"))
    ).toMatchObject({
      text: "ab",
      overflow: { limit: "maxChunks", max: 2 },
      omitted: { updates: 1, bytes: 2 }
    })
  })

  it("maxUpdates counts updates of every kind, known or not", () => {
    expect(meter({ maxUpdates: 3 }, plan, unknown, invalid, reply("é"), thought("t"))).toMatchObject({
      passed: [plan, unknown, invalid, undefined, undefined],
      overflow: { limit: "maxUpdates", max: 3 },
      omitted: { updates: 2, bytes: 2 }
    })
  })

  it("maxChunks completes no delivered character with what is left out", () => {
    expect(meter({ maxBytes: 9, maxChunks: 1 }, reply("\ud83d"), reply("\ude00"))).toMatchObject({
      omitted: { updates: 1, bytes: 3 }
    })
  })

  it("an update that passes several caps reports one, a count before the bytes", () => {
    expect(meter({ maxBytes: 1, maxChunks: 1, maxUpdates: 1 }, reply("a"), reply("b"))).toMatchObject({
      overflow: { limit: "maxUpdates", max: 1 }
    })
    expect(meter({ maxBytes: 1, maxChunks: 1 }, reply("a"), reply("b"), reply("c"))).toMatchObject({
      overflow: { limit: "maxChunks", max: 1 },
      omitted: { updates: 2, bytes: 2 }
    })
  })
})

it("a reply meter without caps lets everything through", () => {
  expect(meter({}, reply("a"), plan, image("x"))).toMatchObject({ overflow: undefined, omitted: undefined })
  expect(meter({ maxBytes: Number.POSITIVE_INFINITY }, reply("a"))).toMatchObject({ overflow: undefined })
})

it.each([0, -1, Number.NaN, "5", null])("a reply meter throws for a cap of %s", (cap) => {
  for (const name of ["maxBytes", "maxChunks", "maxUpdates"]) {
    expect(() => replyMeter({ [name]: cap } as ReplyLimits)).toThrow(RangeError)
    expect(() => replyMeter({ [name]: cap } as ReplyLimits)).toThrow(name)
  }
})

describe("for any text in any chunks", () => {
  /** Text with characters of every size, and the UTF-16 units it is split into. */
  const chunked = fc
    .tuple(fc.string({ unit: fc.constantFrom("a", "é", "€", "😀") }), fc.infiniteStream(fc.nat({ max: 3 })))
    .map(([text, sizes]) => {
      const chunks: Array<string> = []
      for (let rest = text; rest !== ""; ) {
        const size = sizes.next().value as number
        chunks.push(rest.slice(0, size))
        rest = rest.slice(size)
      }
      return { text, chunks }
    })

  it("law: maxBytes delivers the longest whole beginning that fits and accounts for the rest", () => {
    fc.assert(
      fc.property(chunked, fc.integer({ min: 1, max: 40 }), ({ text, chunks }, maxBytes) => {
        const result = meter({ maxBytes }, ...chunks.map((chunk) => reply(chunk)))
        let expected = ""
        for (const character of text) {
          if (Buffer.byteLength(expected + character) > maxBytes) break
          expected += character
        }
        expect(result.text).toBe(expected)
        expect(result.omitted?.bytes ?? 0).toBe(Buffer.byteLength(text) - Buffer.byteLength(expected))
        expect(result.overflow === undefined).toBe(expected === text)
      })
    )
  })

  it("law: maxBytes sizes ill-formed text as an encoder writes it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), fc.nat(200), (chunks, spare) => {
        // An extra character at the end closes a pair that the last chunk may have left open.
        const size = Buffer.byteLength(`${chunks.join("")}.`)
        const events = [...chunks, "."].map((chunk) => reply(chunk))
        // One byte for a first half that waits for its second.
        expect(meter({ maxBytes: size + 1 + spare }, ...events).overflow).toBe(undefined)
        expect(meter({ maxBytes: Math.max(size - 1, 1) }, ...events, reply("..")).overflow).toBeDefined()
      })
    )
  })
})
