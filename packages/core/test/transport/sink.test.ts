/** The writing side of a transport. */
import { describe, expect, it } from "vitest"
import { LineSink } from "../../src/transport/sink.ts"

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A sink whose records and writes are settled by hand. */
const sink = (options: { readonly slowRecord?: boolean; readonly slowWrite?: boolean } = {}) => {
  const written: Array<string> = []
  const errors: Array<unknown> = []
  const waits: Array<{ resolve: () => void; reject: (error: unknown) => void }> = []
  const later = () => new Promise<void>((resolve, reject) => waits.push({ resolve, reject }))
  const line = new LineSink({
    write: (text) => {
      written.push(text)
      return options.slowWrite ? later() : undefined
    },
    record: () => (options.slowRecord ? later() : undefined),
    maxOutgoingBytes: 10,
    onError: (error) => errors.push(error)
  })
  return { line, written, errors, waits }
}

describe("a line sink", () => {
  it("a line sink writes nothing after its end, also when a record is done only then", async () => {
    const { line, written, waits } = sink({ slowRecord: true })
    line.enqueue("a")
    line.stop()
    waits[0]?.resolve()
    await settled()
    expect([written, line.waiting]).toEqual([[], false])
  })

  it("a line sink writes nothing whose record failed, and reports why once", async () => {
    const { line, written, errors, waits } = sink({ slowRecord: true })
    line.enqueue("a")
    line.enqueue("b")
    waits[0]?.reject("no disk")
    await settled()
    line.enqueue("c")
    expect([written, errors, waits.length]).toEqual([[], ["no disk"], 1])
  })

  it("a broken pipe leaves no writer waiting", async () => {
    const { line, errors, waits } = sink({ slowWrite: true })
    line.enqueue("a")
    line.enqueue("b")
    let drained = 0
    void line.drained().then(() => drained++)
    waits[0]?.reject("EPIPE")
    await settled()
    expect([drained, errors, line.waiting]).toEqual([1, ["EPIPE"], false])
  })

  it("the end of a line sink leaves no writer waiting for a write that is never done", async () => {
    const { line } = sink({ slowWrite: true })
    line.enqueue("a")
    let drained = 0
    void line.drained().then(() => drained++)
    line.stop()
    await settled()
    expect(drained).toBe(1)
  })

  it("a line sink counts exempt lines apart, and rejects the one over the limit", () => {
    const { line } = sink({ slowWrite: true })
    line.enqueue("1234567890")
    line.enqueue("12345", { exempt: true, atMost: 8 })
    expect(() => line.enqueue("1234", { exempt: true, atMost: 8 })).toThrow(/queue of 9 bytes/)
    expect(() => line.enqueue("123", { exempt: true, atMost: 8 })).not.toThrow()
    expect(() => line.enqueue("1")).toThrow(/queue of 11 bytes/)
  })

  it("a line sink takes one exempt line up to the line limit, and has room again once it is written", async () => {
    const { line, waits } = sink({ slowWrite: true })
    line.enqueue("1234567890", { exempt: true, atMost: 1 })
    expect(() => line.enqueue("1", { exempt: true, atMost: 1 })).toThrow(/queue/)
    waits[0]?.resolve()
    await settled()
    expect(() => line.enqueue("1", { exempt: true, atMost: 1 })).not.toThrow()
  })
})
