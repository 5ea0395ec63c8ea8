/** Holding delivery, and what waits meanwhile. */
import * as fc from "fast-check"
import { Subject } from "rxjs"
import { expect, it } from "vitest"
import { BufferOverflow, createTransport, memoryTransport } from "../../src/index.ts"
import { collect, encode, text } from "../support/transport.ts"
import { settled } from "../support/wire.ts"

it("a hold keeps the rest of the current chunk, pauses the source, and delivers synchronously on release", () => {
  const transport = memoryTransport()
  const seen: Array<string> = []
  let release = (): void => {}
  transport.lines.subscribe((line) => {
    seen.push(text(line))
    if (line.seq === 1) release = transport.flow.hold()
  })
  transport.receive("aa\nbb\ncc")
  expect(seen).toEqual(["aa"])
  expect(transport.paused()).toBe(true)
  expect(transport.flow.state).toMatchObject({ holders: 1, bytesWaiting: 4 })
  release()
  expect(seen).toEqual(["aa", "bb", "cc"])
  expect(transport.paused()).toBe(false)
  expect(transport.flow.state).toEqual({ holders: 0, bytesWaiting: 0 })
})

it("delivery waits for all holders, and a second release by one holder has no effect", () => {
  const transport = memoryTransport()
  const { lines } = collect(transport)
  const one = transport.flow.hold()
  const two = transport.flow.hold()
  transport.receive("a")
  one()
  one()
  expect(lines).toEqual([])
  two()
  expect(lines).toEqual(["a"])
})

it("a held transport still writes", () => {
  const transport = memoryTransport()
  transport.flow.hold()
  transport.write("answer")
  expect(transport.sent).toEqual(["answer"])
})

it("a held transport whose source ends delivers what arrived on release, and ends after it", async () => {
  const transport = memoryTransport()
  const seen = collect(transport)
  const release = transport.flow.hold()
  transport.receive("a")
  transport.finish()
  await settled()
  expect(seen).toEqual({ lines: [], end: [] })
  release()
  await settled()
  expect(seen.lines).toEqual(["a"])
  expect(seen.end).toHaveLength(1)
})

it("closing a held transport delivers what has arrived", async () => {
  const transport = memoryTransport()
  const seen = collect(transport)
  transport.flow.hold()
  transport.receive("a\nb")
  await transport.close()
  expect(seen).toEqual({ lines: ["a", "b"], end: [{}] })
})

it("a held transport ends with BufferOverflow when a source that can't pause goes on", async () => {
  const transport = memoryTransport({ maxBufferedBytes: 10 })
  const seen = collect(transport)
  transport.flow.hold()
  transport.receive("0123")
  expect(seen.end).toEqual([])
  transport.receive("4567890")
  await settled()
  expect(seen.end[0]?.failure).toBeInstanceOf(BufferOverflow)
  expect(seen.lines).toEqual(["0123", "4567890"])
})

it("a hold keeps the current chunk of a source that pauses, however large; one that does not pause overflows", async () => {
  const bytes = new Subject<Uint8Array>()
  const source = { bytes, pause: () => {}, resume: () => {} }
  const transport = createTransport({ source, write: () => {}, close: () => {} }, { maxBufferedBytes: 3 })
  const seen = collect(transport)
  const release = transport.flow.hold()
  bytes.next(encode("a\nb\nc\nd\n"))
  await settled()
  expect([seen.lines, seen.end]).toEqual([[], []])
  release()
  expect(seen.lines).toEqual(["a", "b", "c", "d"])
  transport.flow.hold()
  bytes.next(encode("e\nf\n"))
  bytes.next(encode("g\n"))
  await settled()
  expect(seen.end[0]?.failure).toMatchObject({ _tag: "BufferOverflow", bytes: 6, limit: 3 })
})

it("law: any interleaving of holds, releases and arrivals loses and reorders no line", () => {
  const action = fc.oneof(
    fc.constant({ type: "hold" as const }),
    fc.record({ type: fc.constant("release" as const), which: fc.nat({ max: 5 }) }),
    fc.record({ type: fc.constant("arrive" as const), lines: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ type: fc.constant("holdOn" as const), seq: fc.nat({ max: 30 }) })
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const transport = memoryTransport()
      const holds: Array<() => void> = []
      const holdOn = new Set<number>()
      const seen: Array<number> = []
      transport.lines.subscribe((line) => {
        seen.push(line.seq)
        if (holdOn.has(line.seq)) holds.push(transport.flow.hold())
      })
      let sent = 0
      for (const step of actions) {
        const before = seen.length
        const held = transport.flow.state.holders > 0
        if (step.type === "hold") holds.push(transport.flow.hold())
        else if (step.type === "holdOn") holdOn.add(step.seq)
        else if (step.type === "release") holds.splice(step.which % Math.max(1, holds.length), 1)[0]?.()
        else {
          transport.receive(Array.from({ length: step.lines }, () => `${++sent}`).join("\n"))
          if (held) expect(seen.length).toBe(before)
        }
      }
      holdOn.clear()
      for (const release of holds) release()
      expect(seen).toEqual(Array.from({ length: sent }, (_, i) => i + 1))
    })
  )
})
