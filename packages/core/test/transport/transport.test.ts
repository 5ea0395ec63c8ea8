/** The streams of a transport, and how they end. */
import { lastValueFrom, of, Subject, toArray } from "rxjs"
import { expect, it } from "vitest"
import {
  AgentExited,
  ConnectionClosed,
  createTransport,
  LineTooLong,
  type Message,
  memoryTransport
} from "../../src/index.ts"
import { internalsOf } from "../../src/transport/internals.ts"
import { collect, encode, text } from "../support/transport.ts"
import { settled } from "../support/wire.ts"

const chunk = (n: number): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${n}` } }
    }
  })

it("a transport offers each line, decoded and validated once, in three streams", async () => {
  const transport = memoryTransport()
  const order: Array<string> = []
  transport.updates.subscribe((update) => order.push(`update ${update.seq}`))
  transport.messages.subscribe((message) => order.push(`message ${message.seq}`))
  transport.lines.subscribe((line) => order.push(`line ${line.seq}`))
  transport.receive(`${chunk(1)}\nnoise`)
  expect(order).toEqual(["line 1", "message 1", "update 1", "line 2", "message 2"])
})

it("a transport holds what arrives before the first subscription, for all who subscribe then", async () => {
  const transport = memoryTransport()
  expect(transport.paused()).toBe(true)
  transport.receive("early")
  const lines = collect(transport).lines
  const messages: Array<Message> = []
  transport.messages.subscribe((message) => messages.push(message))
  await settled()
  expect(lines).toEqual(["early"])
  expect(messages).toHaveLength(1)
  expect(transport.paused()).toBe(false)
})

it("attaching does not start a transport", async () => {
  const transport = memoryTransport()
  const seqs: Array<number> = []
  internalsOf(transport).attach({ message: (message) => seqs.push(message.seq) })
  transport.receive("a")
  await settled()
  expect(seqs).toEqual([])
  transport.lines.subscribe()
  await settled()
  expect(seqs).toEqual([1])
})

it.each([
  [
    "an async iterable",
    (async function* () {
      yield encode("a\nb")
      yield encode("c\nlast")
    })()
  ],
  [
    "a readable stream",
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of ["a\nb", "c\nlast"]) controller.enqueue(encode(part))
        controller.close()
      }
    })
  ],
  ["an observable", { bytes: of(encode("a\nb"), encode("c\nlast")) }]
])("a transport reads from %s to its end", async (_, source) => {
  const transport = createTransport({ source, write: () => {}, close: () => {} })
  expect((await lastValueFrom(transport.lines.pipe(toArray()))).map(text)).toEqual(["a", "bc", "last"])
  expect(await lastValueFrom(transport.ended)).toMatchObject({ failure: { _tag: "ConnectionClosed" } })
})

it("a transport says why it ended, after the last line, and completes its streams", async () => {
  const transport = memoryTransport()
  const seen = collect(transport)
  const failure = new AgentExited({ code: 3, signal: null, stderrTail: "fatal\n", phase: "running" })
  transport.receive(encode("half a line"))
  transport.finish(failure)
  await settled()
  expect(seen.lines).toEqual(["half a line"])
  expect(seen.end).toEqual([{ failure }])
  expect(() => transport.write("x")).toThrow(failure)
  expect(await lastValueFrom(transport.messages.pipe(toArray()))).toEqual([])
})

it("a source that breaks ends its transport with a failure", async () => {
  const source = { bytes: new Subject<Uint8Array>() }
  const transport = createTransport({ source, write: () => {}, close: () => {} })
  const seen = collect(transport)
  source.bytes.error(new Error("ECONNRESET"))
  await settled()
  expect(seen.end[0]?.failure).toBeInstanceOf(ConnectionClosed)
  expect(seen.end[0]?.failure?.message).toContain("ECONNRESET")
})

it("a transport that was never started ends when it is closed", async () => {
  const transport = memoryTransport()
  transport.receive("a")
  await transport.close()
  expect(await lastValueFrom(transport.ended)).toEqual({})
  expect(await lastValueFrom(transport.lines, { defaultValue: "none" })).toBe("none")
})

it("closing a transport ends it without a failure", async () => {
  const transport = memoryTransport()
  const seen = collect(transport)
  await transport.close()
  expect(seen.end).toEqual([{}])
  expect(() => transport.write("x")).toThrow(ConnectionClosed)
})

it("a transport skips a line over the limit, or ends with LineTooLong when onOversize is 'fail'", async () => {
  const skipping = memoryTransport({ maxLineBytes: 4 })
  const skipped = collect(skipping)
  skipping.receive("short\nok")
  expect(skipped.lines).toEqual(["Oversize", "ok"])

  const failing = memoryTransport({ maxLineBytes: 4, onOversize: "fail" })
  const failed = collect(failing)
  failing.receive("ok\nshort\nlater")
  await settled()
  expect(failed.lines).toEqual(["ok"])
  expect(failed.end[0]?.failure).toBeInstanceOf(LineTooLong)
})

it("a transport throws a RangeError for limits that are not positive, and for epoch 0", () => {
  for (const options of [
    { maxLineBytes: 0 },
    { maxOutgoingBytes: -1 },
    { maxBufferedBytes: Number.NaN },
    { epoch: 0 }
  ]) {
    expect(() => memoryTransport(options)).toThrow(RangeError)
  }
})
