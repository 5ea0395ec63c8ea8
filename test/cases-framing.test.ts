/** What the framing cases in `test/cases` say in words. */
import { decodeMessages, memoryTransport, sessionUpdates, splitLines } from "@rxacp/core"
import { emptySession, foldSession, lastAgentMessage, messageText } from "@rxacp/fold"
import { from, lastValueFrom, of, scan, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { settled } from "../packages/core/test/support/wire.ts"
import { playCase } from "./support/case-player.ts"
import { type Case, chunksOf, readCase } from "./support/cases.ts"

const tags = ({ diagnostics }: { readonly diagnostics: ReadonlyArray<{ readonly _tag: string }> }) =>
  diagnostics.map(({ _tag }) => _tag)

it("01: nothing but LF ends a line", async () => {
  const odd = "a\u2028b\u2029c\u0085d\u000be\u000cf\rg"
  const bytes = new TextEncoder().encode(`${odd}\n`)
  expect(await lastValueFrom(of(bytes).pipe(splitLines(), toArray()))).toMatchObject([{ text: odd }])
})

describe("02: a character that is cut in two", () => {
  const bytes = Buffer.concat(chunksOf(readCase("02")))
  const textOf = async (chunks: Iterable<Uint8Array>) => {
    const states = from(chunks).pipe(
      splitLines(),
      decodeMessages(),
      sessionUpdates(),
      scan(foldSession, emptySession())
    )
    const message = lastAgentMessage(await lastValueFrom(states))
    return message && messageText(message)
  }

  it("comes out whole wherever the cuts are", async () => {
    for (let first = 0; first <= bytes.length; first += 1) {
      const second = Math.min(first + 1, bytes.length)
      const chunks = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
      expect(await textOf(chunks)).toBe("café 读取 🎉 done")
    }
    expect(await textOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe("café 读取 🎉 done")
  })
})

describe("03: noise", () => {
  it("noise is reported, line by line, and not answered", async () => {
    const { diagnostics, replies, completed } = await playCase(readCase("03"))
    expect(diagnostics).toEqual([
      { _tag: "Noise", seq: 1, text: "applying migration 0001 ... ok" },
      { _tag: "Noise", seq: 2, text: "[agent] {ready} listening" },
      { _tag: "Noise", seq: 3, text: "Using cached login." },
      { _tag: "Noise", seq: 5, text: "{not json at all" },
      { _tag: "Noise", seq: 7, text: "bye-hook: done" }
    ])
    expect(replies).toEqual([])
    expect(completed).toBe(false)
  })

  it("is cut to its beginning when it is long", async () => {
    const { diagnostics } = await playCase({ ...readCase("03"), lines: ["x".repeat(100_000)] })
    expect(diagnostics).toEqual([{ _tag: "Noise", seq: 1, text: `${"x".repeat(512)}…` }])
  })
})

it("05: JSON that is not a message settles nothing and is reported", async () => {
  const played = await playCase(readCase("05"))
  expect(played.calls.get("1")).toMatchObject({ value: { sessionId: "s1" }, ends: 1 })
  expect(tags(played)).toEqual(Array.from({ length: 8 }, () => "InvalidMessage"))
  expect(played.replies).toEqual([])
})

describe("06: broken envelopes", () => {
  it("broken envelopes run no handler, settle no call twice, and are reported", async () => {
    const written: Array<unknown> = []
    const played = await playCase(readCase("06"), {
      files: {
        writeTextFile: (request) => {
          written.push(request)
          return of({})
        }
      }
    })
    expect(written).toEqual([])
    expect(played.calls.get("1")).toMatchObject({ value: { _tag: "TurnEnded", stopReason: "end_turn" }, ends: 1 })
    expect(tags(played)).toEqual([
      "InvalidMessage",
      "InvalidMessage",
      "ErrorWithoutId",
      "InvalidMessage",
      "DuplicateResponse"
    ])
  })

  it("get no answer to what looks like one", async () => {
    expect((await playCase(readCase("06"))).replies).toEqual([])
  })
})

describe("08: a rest without a line end", () => {
  it("an unfinished line that is not JSON is noise, and open calls fail with the end", async () => {
    const [update] = readCase("08").lines
    const half = { bytesBase64: Buffer.from('{"jsonrpc":"2.0","id":3,"resu').toString("base64") }
    const lines = [update ?? "", half, { eof: true as const }]
    const played = await playCase({ ...readCase("08"), lines })
    expect(tags(played)).toEqual(["Noise"])
    expect(played.calls.get("3")).toMatchObject({ failure: { _tag: "ConnectionClosed" }, ends: 1 })
    expect(played.completed).toBe(true)
  })
})

it("09: ids come back unchanged, and a number that comes back as a string is accepted and reported", async () => {
  const played = await playCase(readCase("09"))
  expect(played.replies).toMatchObject([{ id: 0 }, { id: "" }])
  expect(played.calls.get("4")).toMatchObject({ value: { sessionId: "s1" } })
  expect(tags(played)).toEqual(["StringId"])
})

it("11: an unknown notification is reported, every request is answered, and the connection goes on", async () => {
  const played = await playCase(readCase("11"))
  expect(tags(played)).toEqual(["UnknownNotification"])
  expect(played.replies).toHaveLength(2)
  expect(played.completed).toBe(false)
})

it("13: updates of unknown kinds, and those that can't be read, reach the caller and leave the state alone", async () => {
  const { events, states, replies, diagnostics } = await playCase(readCase("13"))
  expect(events.map(({ _tag }) => _tag)).toEqual([
    ...["Update", "Update", "Update", "UnknownUpdate", "InvalidUpdate", "Update"]
  ])
  expect(events[3]).toMatchObject({ sessionUpdate: "_vendor_thing", raw: { sessionUpdate: "_vendor_thing", x: 1 } })
  expect(states[2]).toBe(states[1])
  expect(states[3]).toBe(states[1])
  expect(states[4]).toBe(states[1])
  expect([...replies, ...diagnostics]).toEqual([])
})

describe("44: a line over the limit", () => {
  const input = readCase("44")
  const bytes = Buffer.concat(chunksOf(input))
  const first = bytes.indexOf("\n")

  it.each([
    ["in one chunk", [bytes]],
    ["byte by byte", Array.from(bytes, (byte) => Uint8Array.of(byte))]
  ])("is one value with its size, %s", async (_, chunks) => {
    const lines = await lastValueFrom(from(chunks).pipe(splitLines({ maxLineBytes: 256 }), toArray()))
    expect(lines).toMatchObject([{ _tag: "Oversize", bytes: first, limit: 256 }, { _tag: "Line" }])
  })

  it("passes when it is exactly as long as the limit", async () => {
    const lines = await lastValueFrom(of(bytes).pipe(splitLines({ maxLineBytes: first }), toArray()))
    expect(lines.map(({ _tag }) => _tag)).toEqual(["Line", "Line"])
  })

  it("an oversize line is reported with its size and limit, and settles nothing when it answers nothing", async () => {
    const { diagnostics, calls } = await playCase({ ...input, client: readCase("08").client ?? [] })
    expect(diagnostics).toEqual([{ _tag: "OversizeLine", seq: 2, bytes: first, limit: 256 }])
    expect(calls.get("3")).toMatchObject({ ends: 0 })
  })

  it("fails the call that it answers, whose id real agents put last", async () => {
    const prompt = readCase("08").client ?? []
    const long = `{"jsonrpc":"2.0","result":{"stopReason":"${"y".repeat(300)}"},"id":3}`
    const answer: Case = { ...input, client: prompt, lines: [long.replace('"id":3', '"id":1')] }
    const { calls } = await playCase(answer)
    expect(calls.get("3")).toMatchObject({ failure: { _tag: "LineTooLong", limit: 256 }, ends: 1 })
  })

  it("an oversize line ends the transport when onOversize is fail", async () => {
    const transport = memoryTransport({ maxLineBytes: 256, onOversize: "fail" })
    const ended = lastValueFrom(transport.ended)
    transport.messages.subscribe()
    transport.receive(bytes)
    await settled()
    expect((await ended).failure).toMatchObject({ _tag: "LineTooLong", bytes: first, limit: 256 })
  })
})
