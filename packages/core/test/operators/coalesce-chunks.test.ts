import fc from "fast-check"
import { from, lastValueFrom, take, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { coalesceChunks } from "../../src/operators/coalesce-chunks.ts"
import type { StreamEvent } from "../../src/operators/stream-event.ts"
import type { SessionEvent } from "../../src/session/session-event.ts"
import { marbles } from "../support/marbles.ts"
import { chunk, turnEnded, updated } from "../support/session-events.ts"

const events = {
  a: chunk("a", {}, { n: 1, seq: 11 }),
  b: chunk("b", {}, { n: 2, seq: 12 }),
  c: chunk("c", {}, { n: 3, seq: 13 }),
  B: chunk("ab", {}, { n: 2, seq: 12 }),
  C: chunk("abc", {}, { n: 3, seq: 13 }),
  t: updated({ sessionUpdate: "tool_call", toolCallId: "t1", title: "T" }),
  e: turnEnded()
} satisfies Record<string, SessionEvent>

describe("coalesceChunks", () => {
  it(
    "lets chunks wait for more for as long as it may",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold<SessionEvent>("ab---c------|", events)
      const subscription = "             ^-----------!"
      const expected = "                 ---B----c---|"
      expectObservable(source.pipe(coalesceChunks({ ms: 3 }))).toBe(expected, events)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "counts the time from the first chunk that waits",
    marbles(({ cold, expectObservable }) => {
      const source = cold<SessionEvent>("a-b-c----------|", events)
      const expected = "                 -----C---------|"
      expectObservable(source.pipe(coalesceChunks({ ms: 5 }))).toBe(expected, events)
    })
  )

  it(
    "counts the time anew for a chunk that is the same object",
    marbles(({ cold, expectObservable }) => {
      const source = cold<SessionEvent>("a----a------|", events)
      const expected = "                 --a----a----|"
      expectObservable(source.pipe(coalesceChunks({ ms: 2 }))).toBe(expected, events)
    })
  )

  it(
    "lets out what is large enough at once",
    marbles(({ cold, expectObservable }) => {
      const source = cold<SessionEvent>("a--b--c-----|", events)
      const expected = "                 ---B-------c|"
      expectObservable(source.pipe(coalesceChunks({ bytes: 2, ms: 5 }))).toBe(expected, events)
    })
  )

  it(
    "lets out what waits before any other event, before the end and before an error",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const tool = cold<SessionEvent>("ab-t--c|", events)
      const ended = cold<SessionEvent>("ab-e---|", events)
      const failed = cold<SessionEvent>("ab-#", events)
      const options = { ms: Number.POSITIVE_INFINITY }
      expectObservable(tool.pipe(coalesceChunks(options))).toBe("---(Bt)(c|)", events)
      expectObservable(ended.pipe(coalesceChunks(options))).toBe("---(Be)|", events)
      expectObservable(failed.pipe(coalesceChunks(options))).toBe("---(B#)", events)
      expectSubscriptions(failed.subscriptions).toBe("^--!")
    })
  )

  it(
    "drops what waits, and its clock, when it is unsubscribed",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold<SessionEvent>("ab-------", events)
      const early = "                    ^--!"
      expectObservable(source.pipe(coalesceChunks({ ms: 5 })), early).toBe("-")
      expectSubscriptions(source.subscriptions).toBe("^--!")
    })
  )

  const joined = (...all: ReadonlyArray<StreamEvent>): Promise<Array<StreamEvent>> =>
    lastValueFrom(from(all).pipe(coalesceChunks(), toArray()))

  it.each<[string, StreamEvent, StreamEvent]>([
    ["two messages", chunk("a", { messageId: "m1" }), chunk("b", { messageId: "m2" })],
    ["a message with and one without an id", chunk("a", { messageId: "m1" }), chunk("b")],
    ["a reply and a thought", chunk("a"), chunk("b", { kind: "agent_thought_chunk" })],
    ["two sessions", chunk("a"), chunk("b", {}, { sessionId: "s2" })],
    ["a turn and what is late", chunk("a"), chunk("b", {}, { phase: "late" })],
    ["text and an image", chunk("a"), chunk({ type: "image", data: "", mimeType: "image/png" })],
    ["text with annotations", chunk("a"), chunk({ type: "text", text: "b", annotations: { priority: 1 } })],
    ["text with _meta", chunk({ type: "text", text: "a", _meta: { x: 1 } }), chunk("b")],
    [
      "a chunk with _meta",
      chunk("a"),
      updated({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "b" }, _meta: { x: 1 } })
    ],
    ["a chunk with issues", chunk("a"), chunk("b", {}, { issues: [{ path: [], kind: "dropped", raw: 1 }] })]
  ])("does not join %s", async (_, one, other) => {
    expect(await joined(one, other)).toEqual([one, other])
    expect(await joined(other, one)).toEqual([other, one])
  })

  it("joins chunks of one message whose id is missing or null", async () => {
    expect(await joined(chunk("a"), chunk("b", { messageId: null }))).toMatchObject([
      { update: { content: { text: "ab" } } }
    ])
    expect(await joined(chunk("\ud83d", { messageId: "m" }), chunk("\ude00", { messageId: "m" }))).toEqual([
      chunk("😀", { messageId: "m" })
    ])
  })

  it("passes a lone chunk as it is", async () => {
    expect((await joined(events.a, events.t))[0]).toBe(events.a)
  })

  it("keeps all text and the order of everything, however it is cut", async () => {
    const event = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.string(), fc.constantFrom("m1", "m2", undefined)) },
      { weight: 1, arbitrary: fc.constant("tool" as const) }
    )
    /** Text by message, and a mark for any other event, in order. */
    const story = (all: ReadonlyArray<StreamEvent>): ReadonlyArray<string> => {
      const told: Array<string> = []
      let message: unknown
      for (const each of all) {
        if (each._tag !== "Update" || each.update.sessionUpdate !== "agent_message_chunk") {
          told.push("|")
          message = undefined
        } else if (each.update.content.type === "text") {
          const { text } = each.update.content
          const id = each.update.messageId ?? "none"
          if (id === message) told.push((told.pop() ?? "") + text)
          else told.push(text)
          message = id
        }
      }
      return told
    }
    await fc.assert(
      fc.asyncProperty(fc.array(event), fc.integer({ min: 1, max: 50 }), async (all, bytes) => {
        const source = all.map((each) => (each === "tool" ? events.t : chunk(each[0], { messageId: each[1] ?? null })))
        const result = await lastValueFrom(from(source).pipe(coalesceChunks({ bytes }), toArray()))
        expect(story(result)).toEqual(story(source))
        expect(result.length).toBeLessThanOrEqual(source.length)
      })
    )
  })

  it("stops a synchronous source as soon as enough was taken", () => {
    let pulled = 0
    const source = function* () {
      for (; ; pulled++) yield events.t
    }
    from(source()).pipe(coalesceChunks(), take(1)).subscribe()
    expect(pulled).toBe(0)
  })

  it.each([{ bytes: 0 }, { ms: 0 }, { ms: -1 }, { bytes: Number.NaN }])("refuses %j", (options) => {
    expect(() => coalesceChunks(options)).toThrow(RangeError)
  })
})
