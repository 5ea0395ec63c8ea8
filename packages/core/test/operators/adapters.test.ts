/** What the adapters have in common: order, the end, and the hold on the flow. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import fc from "fast-check"
import { concat, defer, from, map, NEVER, type Observable, of, Subject, throwError } from "rxjs"
import { describe, expect, it } from "vitest"
import { toAsyncIterable } from "../../src/operators/async-iterable.ts"
import { toEffectStream } from "../../src/operators/effect.ts"
import type { WaterMarks } from "../../src/operators/gate.ts"
import { toReadableStream } from "../../src/operators/readable-stream.ts"
import type { Flow } from "../../src/transport/flow.ts"
import { memoryTransport } from "../../src/transport/memory.ts"

/** Reads a source to its end, or until `count` values, by way of an adapter. */
type Read = <Value>(source: Observable<Value>, flow: Flow, count?: number) => Promise<ReadonlyArray<Value>>

const readIterable: Read = async (source, flow, count = Number.POSITIVE_INFINITY) => {
  const values = []
  for await (const value of toAsyncIterable(source, flow)) {
    values.push(value)
    if (values.length === count) break
  }
  return values
}
const readStream: Read = async (source, flow, count = Number.POSITIVE_INFINITY) => {
  const values = []
  const reader = toReadableStream(source, flow).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return values
    values.push(value)
    if (values.length < count) continue
    await reader.cancel()
    return values
  }
}
const readEffect: Read = (source, flow, count = Number.POSITIVE_INFINITY) =>
  Effect.runPromise(
    toEffectStream(source, flow).pipe(
      (stream) => (count === Number.POSITIVE_INFINITY ? stream : Stream.take(stream, count)),
      Stream.mapError((error) => new Error(String(error))),
      Stream.runCollect
    )
  )

const textOf = map((line: { readonly _tag: string; readonly text?: string }) => line.text ?? "")
const numbered = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => `${n}`)

describe.each<[string, Read]>([
  ["toAsyncIterable", readIterable],
  ["toReadableStream", readStream],
  ["toEffectStream", readEffect]
])("%s", (_, read) => {
  it("gives all values in order, then the end", async () => {
    const { flow } = memoryTransport()
    expect(await read(of(1, 2, 3), flow)).toEqual([1, 2, 3])
    expect(await read(from(Promise.resolve(1)), flow)).toEqual([1])
    expect(await read(of(), flow)).toEqual([])
  })

  it("fails with the source's error after the values before it", async () => {
    const { flow } = memoryTransport()
    const seen: Array<number> = []
    const source = concat(
      of(1, 2),
      throwError(() => "gone")
    )
    const logged = source.pipe(
      map((value) => {
        seen.push(value)
        return value
      })
    )
    await expect(read(logged, flow)).rejects.toThrow("gone")
    expect(seen).toEqual([1, 2])
  })

  it("unsubscribes and releases when it is left early", async () => {
    const transport = memoryTransport()
    const reading = read(transport.lines.pipe(textOf), transport.flow, 2)
    // The read subscribes in this turn or in one soon after; what arrives before is kept by the transport.
    transport.receive(numbered(100).join("\n"))
    expect(await reading).toEqual(["0", "1"])
    expect(transport.flow.state).toEqual({ holders: 0, bytesWaiting: 0 })
  })

  it("loses nothing of what it held back, whatever arrives in whatever chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }), async (chunks) => {
        const transport = memoryTransport()
        const reading = read(transport.lines.pipe(textOf), transport.flow)
        const all = numbered(chunks.reduce((sum, size) => sum + size, 0))
        let sent = 0
        for (const size of chunks) {
          transport.receive(all.slice(sent, sent + size).join("\n"))
          sent += size
          await null
        }
        transport.finish()
        expect(await reading).toEqual(all)
        expect(transport.flow.state.holders).toBe(0)
      }),
      { numRuns: 30 }
    )
  })
})

describe.each<[string, (source: Observable<string>, flow: Flow, marks?: WaterMarks) => () => Promise<unknown>]>([
  [
    "toAsyncIterable",
    (source, flow, marks) => {
      const iterator = toAsyncIterable(source, flow, marks)[Symbol.asyncIterator]()
      return () => iterator.next()
    }
  ],
  [
    "toReadableStream",
    (source, flow, marks) => {
      const reader = toReadableStream(source, flow, marks).getReader()
      return () => reader.read()
    }
  ]
])("a slow reader of %s", (_, open) => {
  it("holds the flow from high water on until low water", async () => {
    const transport = memoryTransport()
    const marks = { highWater: 3, lowWater: 1 }
    const read = open(transport.lines.pipe(textOf), transport.flow, marks)
    const first = read()
    transport.receive(numbered(6).join("\n"))
    expect(await first).toEqual({ done: false, value: "0" })
    // Three wait, two lines are held, and the source is paused.
    expect(transport.flow.state).toMatchObject({ holders: 1, bytesWaiting: 2 })
    expect(transport.paused()).toBe(true)
    expect(await read()).toEqual({ done: false, value: "1" })
    expect(transport.flow.state.holders).toBe(1)
    expect(await read()).toEqual({ done: false, value: "2" })
    // One was left, so the two that were held came, and three wait again.
    expect(transport.flow.state).toMatchObject({ holders: 1, bytesWaiting: 0 })
    for (const value of ["3", "4", "5"]) expect(await read()).toEqual({ done: false, value })
    expect(transport.flow.state).toEqual({ holders: 0, bytesWaiting: 0 })
    expect(transport.paused()).toBe(false)
  })

  it("subscribes with its first read, not before", async () => {
    let subscribed = 0
    const source = defer(() => {
      subscribed += 1
      return of("a")
    })
    const read = open(source, memoryTransport().flow)
    await null
    expect(subscribed).toBe(0)
    await read()
    expect(subscribed).toBe(1)
  })

  it("refuses water marks that make no sense", () => {
    expect(() => open(NEVER, memoryTransport().flow, { highWater: 1, lowWater: 1 })).toThrow(RangeError)
  })
})

describe("toAsyncIterable", () => {
  const { flow } = memoryTransport()
  const over = { done: true, value: undefined }

  it("answers reads that were made ahead, in order, and those past the end", async () => {
    const source = new Subject<number>()
    const iterator = toAsyncIterable(source, flow)[Symbol.asyncIterator]()
    const reads = [iterator.next(), iterator.next(), iterator.next(), iterator.next()]
    source.next(1)
    source.next(2)
    source.complete()
    expect(await Promise.all(reads)).toEqual([{ done: false, value: 1 }, { done: false, value: 2 }, over, over])
    expect(await iterator.next()).toEqual(over)
  })

  it("throws an error once", async () => {
    const iterator = toAsyncIterable(
      throwError(() => "gone"),
      flow
    )[Symbol.asyncIterator]()
    await expect(iterator.next()).rejects.toBe("gone")
    expect(await iterator.next()).toEqual(over)
  })

  it("gives each loop a subscription of its own", async () => {
    const iterable = toAsyncIterable(of(1, 2), flow)
    for (const _ of [1, 2]) {
      const seen = []
      for await (const value of iterable) seen.push(value)
      expect(seen).toEqual([1, 2])
    }
  })

  it("leaves the source and answers the reads that wait when it is left", async () => {
    for (const leave of ["return", "throw"] as const) {
      const source = new Subject<number>()
      const iterator = toAsyncIterable(source, flow)[Symbol.asyncIterator]()
      const read = iterator.next()
      const left = leave === "throw" ? iterator.throw?.("why") : iterator.return?.()
      if (leave === "throw") await expect(left).rejects.toBe("why")
      else expect(await left).toEqual(over)
      expect(await read).toEqual(over)
      expect(await iterator.next()).toEqual(over)
      expect(source.observed).toBe(false)
    }
  })

  it("gives nothing of what waited once it is left", async () => {
    const iterator = toAsyncIterable(of(1, 2, 3), flow)[Symbol.asyncIterator]()
    expect(await iterator.next()).toEqual({ done: false, value: 1 })
    await iterator.return?.()
    expect(await iterator.next()).toEqual(over)
  })

  it("never subscribes when it is left before the first read", async () => {
    let subscribed = 0
    const source = defer(() => {
      subscribed += 1
      return NEVER
    })
    const iterator = toAsyncIterable(source, flow)[Symbol.asyncIterator]()
    await iterator.return?.()
    expect(await iterator.next()).toEqual(over)
    expect(subscribed).toBe(0)
  })
})
