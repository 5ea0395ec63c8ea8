import * as fc from "fast-check"
import { lastValueFrom, of, Subject, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import {
  AgentExited,
  BufferOverflow,
  ConnectionClosed,
  createTransport,
  JournalFailed,
  LineTooLong,
  type Message,
  MessageTooLarge,
  memoryPair,
  memoryTransport,
  type Transport,
  type TransportEnd
} from "../../src/index.ts"
import type { Journal, JournalRecord } from "../../src/replay/index.ts"
import { internalsOf } from "../../src/transport/internals.ts"

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (line: { readonly _tag: string; readonly text?: string }): string => line.text ?? line._tag
const chunk = (n: number): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${n}` } }
    }
  })
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const collect = (transport: Transport): { lines: Array<string>; end: Array<TransportEnd> } => {
  const seen = { lines: [] as Array<string>, end: [] as Array<TransportEnd> }
  transport.lines.subscribe((line) => seen.lines.push(text(line)))
  transport.ended.subscribe((end) => seen.end.push(end))
  return seen
}

describe("a transport", () => {
  it("a transport emits each line, decoded and validated once, in three streams", async () => {
    const transport = memoryTransport()
    const order: Array<string> = []
    transport.updates.subscribe((update) => order.push(`update ${update.seq}`))
    transport.messages.subscribe((message) => order.push(`message ${message.seq}`))
    transport.lines.subscribe((line) => order.push(`line ${line.seq}`))
    transport.receive(`${chunk(1)}\nnoise`)
    expect(order).toEqual(["line 1", "message 1", "update 1", "line 2", "message 2"])
  })

  it("a transport holds what arrives before the first subscription, for all subscribers of that moment", async () => {
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

  it("a transport emits why it ended, after the last line, and completes its streams", async () => {
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

  it("a source that errors ends the transport with the reason", async () => {
    const source = { bytes: new Subject<Uint8Array>() }
    const transport = createTransport({ source, write: () => {}, close: () => {} })
    const seen = collect(transport)
    source.bytes.error(new Error("ECONNRESET"))
    await settled()
    expect(seen.end[0]?.failure).toBeInstanceOf(ConnectionClosed)
    expect(seen.end[0]?.failure?.message).toContain("ECONNRESET")
  })

  it("a transport ends when it is closed before it was started", async () => {
    const transport = memoryTransport()
    transport.receive("a")
    await transport.close()
    expect(await lastValueFrom(transport.ended)).toEqual({})
    expect(await lastValueFrom(transport.lines, { defaultValue: "none" })).toBe("none")
  })

  it("a transport that is closed here ends without a failure", async () => {
    const transport = memoryTransport()
    const seen = collect(transport)
    await transport.close()
    expect(seen.end).toEqual([{}])
    expect(() => transport.write("x")).toThrow(ConnectionClosed)
  })

  it("a transport skips a line over the limit, or ends with LineTooLong when onOversize is fail", async () => {
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

  it("createTransport throws for limits that are not positive, and for epoch 0", () => {
    for (const options of [
      { maxLineBytes: 0 },
      { maxOutgoingBytes: -1 },
      { maxBufferedBytes: Number.NaN },
      { epoch: 0 }
    ]) {
      expect(() => memoryTransport(options)).toThrow(RangeError)
    }
  })
})

describe("one delivery loop", () => {
  it("a line reaches every subscriber before the next, also when it is answered from inside", () => {
    const transport = memoryTransport()
    const order: Array<string> = []
    transport.lines.subscribe((line) => {
      order.push(`first ${line.seq}`)
      if (line.seq === 1) transport.receive("answer")
    })
    transport.lines.subscribe((line) => order.push(`second ${line.seq}`))
    transport.receive("a\nb")
    expect(order).toEqual(["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
  })

  it("two ends that answer each other from inside do not reorder", () => {
    const [client, agent] = memoryPair()
    const seen: Array<string> = []
    agent.lines.subscribe((line) => {
      agent.write(`${text(line)}-1`)
      agent.write(`${text(line)}-2`)
    })
    client.lines.subscribe((line) => {
      seen.push(text(line))
      if (text(line) === "a-1") client.write("b")
    })
    client.write("a")
    expect(seen).toEqual(["a-1", "a-2", "b-1", "b-2"])
  })
})

describe("flow", () => {
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

  it("delivery waits for all holders; a second release of one holder does nothing", () => {
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

  it("writes go out while delivery is held", () => {
    const transport = memoryTransport()
    transport.flow.hold()
    transport.write("answer")
    expect(transport.sent).toEqual(["answer"])
  })

  it("a transport that ends under a hold keeps what arrived, and ends after it", async () => {
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

  it("close lifts a hold and delivers what has arrived", async () => {
    const transport = memoryTransport()
    const seen = collect(transport)
    transport.flow.hold()
    transport.receive("a\nb")
    await transport.close()
    expect(seen).toEqual({ lines: ["a", "b"], end: [{}] })
  })

  it("a hold ends with BufferOverflow when a source that can't pause goes on", async () => {
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

  it("law: any interleaving of holds, releases and arrivals loses and reorders nothing", () => {
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
})

describe("writing", () => {
  it("writing waits for a sink that is not ready, in order, and within the limit of the queue", async () => {
    const ready: Array<() => void> = []
    const written: Array<string> = []
    const transport = createTransport(
      {
        source: { bytes: new Subject<Uint8Array>() },
        write: (line) => {
          written.push(line)
          return new Promise<void>((resolve) => ready.push(resolve))
        },
        close: () => {}
      },
      { maxOutgoingBytes: 10 }
    )
    transport.write("1234")
    transport.write("5678")
    expect(written).toEqual(["1234"])
    expect(() => transport.write("9012")).toThrow(MessageTooLarge)
    internalsOf(transport).write("cancel", { exempt: true })
    for (const _ of [1, 2, 3]) {
      ready.shift()?.()
      await settled()
    }
    expect(written).toEqual(["1234", "5678", "cancel"])
    expect(() => transport.write("a line that is too long")).toThrow(MessageTooLarge)
  })

  it("writing does not wait for a result that is not a promise", () => {
    const written: Array<string> = []
    const values = [null, 1, true, {}]
    const source = { bytes: new Subject<Uint8Array>() }
    const write = (line: string): unknown => values[written.push(line) - 1]
    const transport = createTransport({ source, write, close: () => {} })
    for (const line of ["a", "b", "c", "d"]) transport.write(line)
    expect(written).toEqual(["a", "b", "c", "d"])
  })

  it("closing ends the transport, also when closing the sink fails", async () => {
    const close = () => Promise.reject(new Error("stuck"))
    const transport = createTransport({ source: { bytes: new Subject() }, write: () => {}, close })
    const seen = collect(transport)
    await expect(transport.close()).rejects.toThrow("stuck")
    expect(seen.end).toEqual([{}])
  })

  it("an error of the sink ends the transport", async () => {
    const transport = createTransport({
      source: { bytes: new Subject<Uint8Array>() },
      write: async () => {
        throw new Error("EPIPE")
      },
      close: () => {}
    })
    const seen = collect(transport)
    transport.write("x")
    await settled()
    expect(seen.end[0]?.failure?.message).toContain("EPIPE")
  })
})

describe("a journal", () => {
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

  it("a journal gets each chunk's lines once, before any of them is delivered", async () => {
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

  it("a journal gets outgoing lines before they are written, and decisions before they take effect", async () => {
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

  it("a journal that fails stops the transport: nothing unrecorded is delivered or written", async () => {
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

  it("a synchronous journal costs no turn of the event loop, and keeps bytes that are not text", () => {
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
})
