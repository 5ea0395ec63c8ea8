import * as fc from "fast-check"
import { firstValueFrom, from, lastValueFrom, of, take, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { type Line, LineTooLong, type Oversize, type SplitLinesOptions, splitLines } from "../../../src/index.ts"
import { LineSplitter } from "../../../src/wire/lines/splitter.ts"
import { marbles } from "../../support/marbles.ts"

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const split = (chunks: ReadonlyArray<Uint8Array>, options?: SplitLinesOptions): Promise<Array<Line | Oversize>> =>
  lastValueFrom(from(chunks).pipe(splitLines(options), toArray()))

const texts = async (...chunks: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  (await split(chunks.map(encode))).map((line) => (line._tag === "Line" ? line.text : line._tag))

/** Cuts bytes at the given places. */
const cut = (bytes: Uint8Array, places: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return sorted.slice(1).map((end, i) => bytes.slice(sorted[i], end))
}

describe("splitLines", () => {
  it(
    "emits a line when its LF arrives and the rest at the end",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  a-b---(c|)", { a: encode("he"), b: encode("llo\nwo"), c: encode("rld") })
      const subs = "         ^-----!"
      const expected = "     --x---(y|)"
      expectObservable(source.pipe(splitLines())).toBe(expected, {
        x: { _tag: "Line", seq: 1, text: "hello", bytes: 5 },
        y: { _tag: "Line", seq: 2, text: "world", bytes: 5 }
      })
      expectSubscriptions(source.subscriptions).toBe(subs)
    })
  )

  it(
    "passes an error of the source on, without the unfinished line",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  a--#", { a: encode("one\ntwo") })
      const subs = "         ^--!"
      const expected = "     x--#"
      expectObservable(source.pipe(splitLines())).toBe(expected, { x: { _tag: "Line", seq: 1, text: "one", bytes: 3 } })
      expectSubscriptions(source.subscriptions).toBe(subs)
    })
  )

  it(
    "unsubscribes from its source",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  a-a-a-a", { a: encode("x\n") })
      const unsubscribed = " ---!"
      const subs = "         ^--!"
      const expected = "     a-b-"
      expectObservable(source.pipe(splitLines()), unsubscribed).toBe(expected, {
        a: { _tag: "Line", seq: 1, text: "x", bytes: 1 },
        b: { _tag: "Line", seq: 2, text: "x", bytes: 1 }
      })
      expectSubscriptions(source.subscriptions).toBe(subs)
    })
  )

  it("splitLines stops a synchronous source when its subscriber has enough", async () => {
    const line = await firstValueFrom(of(encode("a\nb\n"), encode("c\n")).pipe(splitLines(), take(1)))
    expect(line.seq).toBe(1)
  })

  it("splitLines starts over for every subscription", async () => {
    const lines = of(encode("a\nb")).pipe(splitLines(), toArray())
    expect(await lastValueFrom(lines)).toEqual(await lastValueFrom(lines))
  })

  it("splits on LF only, and drops one CR before it", async () => {
    expect(await texts("a\u2028b\u2029c\u0085d\u000be\u000cf\rg\r\nh\r\r\n")).toEqual([
      "a\u2028b\u2029c\u0085d\u000be\u000cf\rg",
      "h\r"
    ])
  })

  it("splitLines ignores blank lines and does not number them", async () => {
    expect(await split([encode("\n  \t\r\n\r\na\n \n b\n")])).toMatchObject([
      { seq: 1, text: "a" },
      { seq: 2, text: " b" }
    ])
  })

  it("drops a BOM at the start of any line, and nowhere else", async () => {
    expect(await texts("\uFEFFa\n\uFEFFb\uFEFF\n\uFEFF\n")).toEqual(["a", "b\uFEFF"])
  })

  it("splitLines keeps a line whose bytes are not UTF-8", async () => {
    expect(await split([Uint8Array.of(0x61, 0xff, 0x62, 0x0a)])).toEqual([
      { _tag: "Line", seq: 1, text: "a\uFFFDb", bytes: 3 }
    ])
  })

  it("counts the limit in bytes without LF and CR: exactly the limit passes, one more does not", async () => {
    const bytes = encode("äbc\r\näbcd\r\nok\n")
    const expected = [
      { _tag: "Line", seq: 1, text: "äbc", bytes: 4 },
      { _tag: "Oversize", seq: 2, bytes: 5, limit: 4, head: "äbcd", tail: "äbcd" },
      { _tag: "Line", seq: 3, text: "ok", bytes: 2 }
    ]
    expect(await split([bytes], { maxLineBytes: 4 })).toEqual(expected)
    const oneByOne = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await split(oneByOne, { maxLineBytes: 4 })).toEqual(expected)
  })

  it("keeps the two ends of a line over the limit", async () => {
    const [line] = await split([encode(`<${"a".repeat(300)}`), encode(`${"b".repeat(300)}>\n`)], { maxLineBytes: 10 })
    expect(line).toMatchObject({
      _tag: "Oversize",
      bytes: 602,
      head: `<${"a".repeat(255)}`,
      tail: `${"b".repeat(255)}>`
    })
  })

  it("splitLines fails with LineTooLong after the lines before it when onOversize is fail", async () => {
    const seen: Array<unknown> = []
    const failed = new Promise((resolve) => {
      of(encode("one\ntoo long\nnever\n"))
        .pipe(splitLines({ maxLineBytes: 4, onOversize: "fail" }))
        .subscribe({ next: (line) => seen.push(line.seq), error: resolve })
    })
    const failure = await failed
    expect(failure).toBeInstanceOf(LineTooLong)
    expect(failure).toMatchObject({ seq: 2, bytes: 8, limit: 4 })
    expect(seen).toEqual([1])
  })

  it("refuses a limit that is not positive, before it has a source", () => {
    for (const maxLineBytes of [0, -1, Number.NaN]) expect(() => splitLines({ maxLineBytes })).toThrow(RangeError)
  })

  it("law: any cutting of the same bytes gives the same lines", async () => {
    const piece = fc.oneof(
      fc.constantFrom("\n", "\r\n", "\r", "\uFEFF", " ", "é", "読", "🎉", "\u2028", '{"a":1}'),
      fc.string({ unit: "binary", maxLength: 12 })
    )
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => encode(pieces.join(""))),
      fc.uint8Array({ maxLength: 60 })
    )
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (all, places, limit) => {
          expect(await split(cut(all, places), { maxLineBytes: limit })).toEqual(
            await split([all], { maxLineBytes: limit })
          )
        }
      )
    )
  })

  it("law: one byte at a time is the same, for Buffers too", async () => {
    const all = Buffer.from('{"text":"café 読取 🎉"}\r\n\uFEFF{"b":2}\nlast')
    const bytes = Array.from(all, (_, i) => all.subarray(i, i + 1))
    expect(await split(bytes)).toEqual(await split([all]))
    expect(await split(bytes)).toEqual(await split([new Uint8Array(all)]))
  })

  it("never holds more than the limit and one chunk", () => {
    const splitter = new LineSplitter({ maxLineBytes: 1000 })
    const chunk = new Uint8Array(300).fill(0x61)
    let most = 0
    for (let i = 0; i < 100; i++) {
      splitter.split(chunk)
      most = Math.max(most, splitter.pendingBytes)
    }
    expect(most).toBeLessThanOrEqual(1000 + 1)
    expect(splitter.flush()).toMatchObject([{ _tag: "Oversize", bytes: 30_000 }])
  })
})
