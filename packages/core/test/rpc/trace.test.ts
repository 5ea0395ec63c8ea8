/** The trace of a connection. */
import { describe, expect, it } from "vitest"
import { createTracer, formatTrace, type MessageMetadata } from "../../src/rpc/trace.ts"
import { decodeLine } from "../../src/wire/messages/decode-line.ts"

const received = (text: string) => decodeLine({ _tag: "Line", seq: 4, text, bytes: text.length })

const tracer = () => {
  const records: Array<MessageMetadata> = []
  return { records, trace: createTracer((record) => records.push(record), 2) }
}

describe("a trace", () => {
  it("a trace names the method of an answer by its request, in both directions, once", () => {
    const { records, trace } = tracer()
    trace.sent("request", "{}", "_out", 0)
    trace.received(received('{"jsonrpc":"2.0","id":0,"result":1}'))
    trace.received(received('{"jsonrpc":"2.0","id":0,"result":1}'))
    trace.received(received('{"jsonrpc":"2.0","id":"q","method":"_in"}'))
    trace.responded("response", "q", "{}")
    expect(records.map(({ direction, kind, method, id }) => [direction, kind, method, id])).toEqual([
      ["out", "request", "_out", 0],
      ["in", "response", "_out", 0],
      ["in", "response", undefined, 0],
      ["in", "request", "_in", "q"],
      ["out", "response", "_in", "q"]
    ])
  })

  it("a trace forgets a request that was not accepted", () => {
    const { records, trace } = tracer()
    trace.sent("request", "{}", "_out", 0)
    trace.refused(0)
    trace.received(received('{"jsonrpc":"2.0","id":0,"result":1}'))
    expect(records.at(-1)?.method).toBeUndefined()
  })

  it("a trace is one line of bounded length without control characters, whatever names the peer uses", () => {
    const id = `a\u001b[2J\n${"x".repeat(5_000)}`
    const line = formatTrace({ direction: "in", kind: "request", method: "m\u2028", id, bytes: 1, seq: 4, epoch: 2 })
    expect(line.length).toBe(1_000)
    expect(line.startsWith("<- request m? #a?[2J?xxx")).toBe(true)
  })
})
