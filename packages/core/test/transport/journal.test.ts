/** What the journal of a transport records, and when. */
import { expect, it } from "vitest"
import { JournalFailed, memoryTransport } from "../../src/index.ts"
import type { Journal, JournalRecord } from "../../src/replay/index.ts"
import { internalsOf } from "../../src/transport/internals.ts"
import { collect } from "../support/transport.ts"
import { settled } from "../support/wire.ts"

/** A journal whose appends settle when they are told to. */
const manual = () => {
  const batches: Array<ReadonlyArray<JournalRecord>> = []
  const settle: Array<(error?: Error) => void> = []
  const journal: Journal = {
    append: (records) => {
      batches.push(records)
      return new Promise((resolve, reject) => settle.push((error) => (error ? reject(error) : resolve())))
    }
  }
  return { journal, batches, settle }
}

it("a journal records each chunk's lines once, before any of them is delivered", async () => {
  const { journal, batches, settle } = manual()
  const transport = memoryTransport({ journal, epoch: 7 })
  const { lines } = collect(transport)
  transport.receive("a\nb")
  transport.receive("c")
  await settled()
  expect(batches).toMatchObject([
    [
      { n: 1, epoch: 7, direction: "in", seq: 1, text: "a" },
      { n: 2, epoch: 7, direction: "in", seq: 2, text: "b" }
    ]
  ])
  expect(lines).toEqual([])
  settle.shift()?.()
  await settled()
  expect(lines).toEqual(["a", "b"])
  expect(batches).toHaveLength(2)
})

it("a journal records outgoing lines before they are written, and decisions before they take effect", async () => {
  const { journal, batches, settle } = manual()
  const transport = memoryTransport({ journal })
  const { lines } = collect(transport)
  transport.write("out")
  await settled()
  expect(transport.sent).toEqual([])
  settle.shift()?.()
  await settled()
  expect(transport.sent).toEqual(["out"])

  let effects = 0
  internalsOf(transport).record({ type: "cancelRequested", sessionId: "s" }, () => effects++)
  transport.receive("a")
  await settled()
  expect([effects, lines]).toEqual([0, []])
  settle.shift()?.()
  await settled()
  expect(effects).toBe(1)
  expect(batches[1]).toMatchObject([{ direction: "local", after: 0, decision: { type: "cancelRequested" } }])
  settle.shift()?.()
  await settled()
  expect(lines).toEqual(["a"])
})

it("a journal that fails stops its transport: nothing unrecorded is delivered or written", async () => {
  const { journal, settle } = manual()
  const transport = memoryTransport({ journal })
  const seen = collect(transport)
  transport.receive("a")
  settle.shift()?.(new Error("disk full"))
  await settled()
  expect(seen.lines).toEqual([])
  expect(seen.end[0]?.failure).toBeInstanceOf(JournalFailed)
  expect(seen.end[0]?.failure?.message).toContain("disk full")
  expect(() => transport.write("x")).toThrow(JournalFailed)
})

it("a synchronous journal does not delay delivery, and records bytes that are not text", () => {
  const records: Array<JournalRecord> = []
  // A journal in plain JavaScript may return what `push` does.
  const append = ((batch) => records.push(...batch)) as Journal["append"] & (() => number)
  const transport = memoryTransport({ journal: { append }, maxLineBytes: 4 })
  const { lines } = collect(transport)
  transport.receive(Uint8Array.of(0x61, 0xff, 0x0a))
  transport.receive("\uFFFD\ntoo long")
  expect(lines).toEqual(["a\uFFFD", "\uFFFD", "Oversize"])
  expect(records).toMatchObject([
    { base64: "Yf8=", seq: 1, chunk: 1 },
    { text: "\uFFFD", seq: 2, chunk: 2 },
    { oversize: { bytes: 8, limit: 4, head: "too long" }, seq: 3 }
  ])
})
