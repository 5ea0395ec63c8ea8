import { PassThrough, Writable } from "node:stream"
import { drained } from "@rxacp/node"
import { describe, expect, it } from "vitest"
import { writeLine } from "../../src/streams/write-line.ts"

/** A stream whose reader takes one write each time `read` is called. */
const slow = () => {
  const waiting: Array<() => void> = []
  const stream = new Writable({ highWaterMark: 4, write: (_, __, done) => void waiting.push(done) })
  return { stream, read: () => waiting.shift()?.() }
}

/** Whether the promise is settled once everything that is due now has run. */
const isSettled = async (promise: Promise<void>): Promise<boolean> => {
  const settled = promise.then(() => true)
  const later = new Promise<false>((resolve) => setImmediate(() => resolve(false)))
  return Promise.race([settled, later])
}

describe("drained", () => {
  it("resolves at once for a stream that has room", async () => {
    expect(await isSettled(drained(new PassThrough()))).toBe(true)
  })

  it("resolves when the reader has caught up, and leaves no listener", async () => {
    const { stream, read } = slow()
    stream.write("more than fits")
    const wait = drained(stream)
    expect(await isSettled(wait)).toBe(false)
    read()
    expect(await isSettled(wait)).toBe(true)
    expect([stream.listenerCount("drain"), stream.listenerCount("close")]).toEqual([0, 0])
  })

  it.each([
    ["while it waits", (stream: Writable) => stream, true],
    ["before it waits", (stream: Writable) => stream.destroy(), false]
  ])("resolves for a stream that breaks %s", async (_, prepare, breaks) => {
    const { stream } = slow()
    stream.on("error", () => {})
    stream.write("more than fits")
    const wait = drained(prepare(stream))
    if (breaks) stream.destroy(new Error("EPIPE"))
    expect(await isSettled(wait)).toBe(true)
  })
})

describe("writeLine", () => {
  it("waits only for a reader that is slower", async () => {
    const { stream, read } = slow()
    const write = writeLine(stream)
    expect(write("a")).toBeUndefined()
    const wait = write("more than fits")
    expect(await isSettled(wait ?? Promise.resolve())).toBe(false)
    read()
    await new Promise(setImmediate)
    read()
    expect(await isSettled(wait ?? Promise.resolve())).toBe(true)
  })

  it("does not leave its caller waiting when the pipe breaks", async () => {
    const { stream } = slow()
    stream.on("error", () => {})
    const write = writeLine(stream)
    const wait = write("more than fits")
    stream.destroy(new Error("EPIPE"))
    expect(await isSettled(wait ?? Promise.resolve())).toBe(true)
    expect(write("dropped")).toBeUndefined()
  })
})
