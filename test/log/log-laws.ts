/** What holds for every session log, wherever it is kept. */
import {
  comparePositions,
  formatPosition,
  type LogBatch,
  LogFenced,
  LogGap,
  type LogWriter,
  type Position,
  type ReadOptions,
  type SessionLog,
  START
} from "@rxacp/core/log"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** A log to try, and how to be rid of it. */
export interface LogUnderTest {
  readonly log: SessionLog
  readonly end?: () => Promise<void>
}

/** How a backend is set up. */
export interface Backend {
  readonly name: string
  readonly start: () => Promise<LogUnderTest>
  /** Cases that fast-check tries. */
  readonly runs?: number
  readonly skip?: boolean
}

const collect = async (log: SessionLog, key: string, options?: ReadOptions): Promise<ReadonlyArray<LogBatch>> => {
  const batches: LogBatch[] = []
  for await (const batch of log.read(key, options)) batches.push(batch)
  return batches
}

const itemsOf = (batches: ReadonlyArray<LogBatch>): ReadonlyArray<readonly [string, string]> =>
  batches.flatMap((batch) =>
    batch._tag === "Entries" ? batch.entries.map(({ at, item }) => [formatPosition(at), item] as const) : []
  )

const gapsOf = (batches: ReadonlyArray<LogBatch>) => batches.filter((batch) => batch._tag === "Gap")

/** Reads until `count` entries have come, then stops. */
const follow = async (
  log: SessionLog,
  key: string,
  count: number,
  after: Position = START
): Promise<ReadonlyArray<LogBatch>> => {
  const reading = new AbortController()
  const batches: LogBatch[] = []
  let seen = 0
  for await (const batch of log.read(key, { after, follow: true, signal: reading.signal })) {
    batches.push(batch)
    if (batch._tag === "Entries") seen += batch.entries.length
    if (seen >= count) reading.abort()
  }
  return batches
}

/** Any text that a log has to keep as it is. */
const text = fc.string({ unit: "binary", maxLength: 40 })

type Step =
  | { readonly do: "open" }
  | { readonly do: "append"; readonly writer: number; readonly shift: number; readonly items: ReadonlyArray<string> }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Step>({ do: "open" }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      writer: fc.nat(3),
      shift: fc.integer({ min: -4, max: 2 }),
      items: fc.array(text, { minLength: 1, maxLength: 5 })
    })
  }
)

/** Declares the tests of one backend. */
export const describeLaws = ({ name, start, runs = 100, skip = false }: Backend): void => {
  describe.skipIf(skip)(`a log ${name}`, () => {
    let under: LogUnderTest
    let keys = 0
    const freshKey = (): string => `session {${++keys}} / ünï-${keys}`
    beforeAll(async () => {
      under = await start()
    })
    afterAll(async () => under?.end?.())

    it("is empty, unowned and ends at once before it is opened", async () => {
      const key = freshKey()
      expect(await collect(under.log, key)).toEqual([])
      expect(await under.log.snapshot(key)).toBeUndefined()
      expect(await under.log.lease(key)).toEqual({ epoch: 0, remainingMs: 0, last: START })
    })

    it("does what a list would do, whatever writers append", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const key = freshKey()
          const { log } = under
          const writers: LogWriter[] = [await log.open(key)]
          const model: Array<readonly [string, string]> = []
          let n = 0
          for (const step of steps) {
            if (step.do === "open") {
              const writer = await log.open(key)
              expect(writer.epoch).toBeGreaterThan(writers.at(-1)?.epoch ?? 0)
              writers.push(writer)
              n = 0
              continue
            }
            const writer = writers.at(-1 - (step.writer % writers.length))
            if (writer === undefined) continue
            const firstN = Math.max(1, n + 1 + step.shift)
            const append = writer.append(firstN, step.items)
            if (writer !== writers.at(-1)) await expect(append).rejects.toBeInstanceOf(LogFenced)
            else if (firstN > n + 1) await expect(append).rejects.toBeInstanceOf(LogGap)
            else {
              await append
              for (const item of step.items.slice(n + 1 - firstN)) model.push([`${writer.epoch}-${++n}`, item])
            }
          }
          const batches = await collect(log, key)
          expect(itemsOf(batches)).toEqual(model)
          expect(gapsOf(batches)).toEqual([])
          const cut = Math.floor(model.length / 2)
          const [epoch, place] = (model[cut]?.[0] ?? "0-0").split("-").map(Number)
          const after = { epoch: epoch ?? 0, n: place ?? 0 }
          expect(itemsOf(await collect(log, key, { after }))).toEqual(model.length === 0 ? [] : model.slice(cut + 1))
        }),
        { numRuns: runs }
      )
    })

    it("gives a follower everything once and in order, joined anywhere and while it is written", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }), fc.nat(20), async (sizes, from) => {
          const key = freshKey()
          const { log } = under
          const writer = await log.open(key)
          const total = sizes.reduce((sum, size) => sum + size + 1, 0)
          const skipped = from % total
          const after = skipped === 0 ? START : { epoch: writer.epoch, n: skipped }
          const write = async (): Promise<void> => {
            let n = 0
            for (const size of sizes) {
              await writer.append(
                n + 1,
                Array.from({ length: size + 1 }, (_, index) => `item ${n + 1 + index}`)
              )
              n += size + 1
            }
          }
          if (skipped > 0) await write()
          const [batches] = await Promise.all([
            follow(log, key, total - skipped, after),
            skipped > 0 ? undefined : write()
          ])
          const wanted = Array.from({ length: total - skipped }, (_, index) => `item ${skipped + 1 + index}`)
          expect(itemsOf(batches).map(([, item]) => item)).toEqual(wanted)
          expect(gapsOf(batches)).toEqual([])
        }),
        { numRuns: Math.ceil(runs / 4) }
      )
    })

    it("refuses every method of a writer that was replaced, and writes nothing for it", async () => {
      const key = freshKey()
      const old = await under.log.open(key)
      await old.append(1, ["a"])
      const next = await under.log.open(key)
      await under.log.post(key, "c", "command")
      expect(next.previous).toEqual({ epoch: old.epoch, n: 1 })
      const attempts = [
        old.append(2, ["b"]),
        old.append(1, ["a"]),
        old.snapshot(1, "{}"),
        old.renew(10_000),
        old.trim({ epoch: old.epoch, n: 1 }),
        old.expire(1),
        old.take("c")
      ]
      for (const attempt of attempts)
        await expect(attempt).rejects.toMatchObject({ _tag: "LogFenced", epoch: old.epoch })
      expect(itemsOf(await collect(under.log, key))).toEqual([[`${old.epoch}-1`, "a"]])
      expect(await under.log.snapshot(key)).toBeUndefined()
      expect(await under.log.lease(key)).toMatchObject({ epoch: next.epoch, remainingMs: 0 })
      expect(await next.take("c")).toBe(true)
    })

    it("says what a gap is about", async () => {
      const key = freshKey()
      const writer = await under.log.open(key)
      await writer.append(1, ["a", "b"])
      await expect(writer.append(4, ["d"])).rejects.toMatchObject({
        _tag: "LogGap",
        key,
        last: { epoch: writer.epoch, n: 2 },
        firstN: 4
      })
    })

    it("shows what was trimmed as a gap, to those who had not read it", async () => {
      const key = freshKey()
      const first = await under.log.open(key)
      await first.append(1, ["a", "b", "c"])
      const second = await under.log.open(key)
      await second.append(1, ["d", "e"])
      await second.trim({ epoch: second.epoch, n: 1 })
      const from = async (after: Position) => {
        const batches = await collect(under.log, key, { after })
        return [gapsOf(batches), itemsOf(batches).map(([, item]) => item)]
      }
      const to = { epoch: second.epoch, n: 1 }
      expect(await from(START)).toEqual([[{ _tag: "Gap", from: START, to }], ["e"]])
      const inside = { epoch: first.epoch, n: 2 }
      expect(await from(inside)).toEqual([[{ _tag: "Gap", from: inside, to }], ["e"]])
      expect(await from(to)).toEqual([[], ["e"]])
    })

    it("shows a gap to a reader when everything after its position was trimmed, or the log is gone", async () => {
      const key = freshKey()
      const writer = await under.log.open(key)
      await writer.append(1, ["a", "b", "c"])
      const at = (n: number) => ({ epoch: writer.epoch, n })
      await writer.trim(at(3))
      expect(await collect(under.log, key, { after: at(1) })).toEqual([{ _tag: "Gap", from: at(1), to: at(3) }])
      expect(await collect(under.log, key, { after: at(3) })).toEqual([])
      expect(await collect(under.log, key, { after: at(9) })).toEqual([{ _tag: "Gap", from: at(9), to: at(3) }])
      expect(await collect(under.log, freshKey(), { after: at(2) })).toEqual([{ _tag: "Gap", from: at(2), to: START }])
    })

    it("ends a follower that waits when its signal is aborted, and one that begins aborted", async () => {
      const reading = new AbortController()
      const done = collect(under.log, freshKey(), { follow: true, signal: reading.signal })
      setTimeout(() => reading.abort(), 20)
      expect(await done).toEqual([])
      expect(await collect(under.log, freshKey(), { follow: true, signal: reading.signal })).toEqual([])
    })

    it("keeps the newest snapshot with its position", async () => {
      const key = freshKey()
      const writer = await under.log.open(key)
      await writer.append(1, ["a", "b"])
      await writer.snapshot(1, `{"s":"ü"}`)
      await writer.snapshot(2, "2")
      expect(await under.log.snapshot(key)).toEqual({ at: { epoch: writer.epoch, n: 2 }, state: "2" })
      const next = await under.log.open(key)
      expect(await under.log.snapshot(key)).toEqual({ at: { epoch: writer.epoch, n: 2 }, state: "2" })
      await next.append(1, ["c"])
      await next.snapshot(1, "3")
      expect(await under.log.snapshot(key)).toEqual({ at: { epoch: next.epoch, n: 1 }, state: "3" })
    })

    it("says how long the writer is known to live", async () => {
      const key = freshKey()
      const writer = await under.log.open(key)
      expect((await under.log.lease(key)).remainingMs).toBe(0)
      await writer.renew(60_000)
      const { remainingMs } = await under.log.lease(key)
      expect(remainingMs).toBeGreaterThan(0)
      expect(remainingMs).toBeLessThanOrEqual(60_000)
      await writer.renew(0)
      expect((await under.log.lease(key)).remainingMs).toBe(0)
      await writer.renew(60_000)
      await under.log.open(key)
      expect((await under.log.lease(key)).remainingMs).toBe(0)
    })

    it("gives commands in order, each id once, to whoever writes, until they are taken", async () => {
      const key = freshKey()
      const { log } = under
      for (const id of ["1", "2", "1", "3"]) await log.post(key, id, `command ${id}`)
      const old = await log.open(key)
      const oldCommands = old.commands()[Symbol.asyncIterator]()
      expect((await oldCommands.next()).value).toEqual({ id: "1", command: "command 1" })
      expect(await old.take("1")).toBe(true)
      expect(await old.take("1")).toBe(false)
      const writer = await log.open(key)
      await log.post(key, "1", "again")
      const reading = new AbortController()
      const seen: string[] = []
      setTimeout(() => void log.post(key, "4", "command 4"), 20)
      for await (const { id, command } of writer.commands({ signal: reading.signal })) {
        seen.push(command)
        expect(await writer.take(id)).toBe(true)
        if (seen.length === 3) reading.abort()
      }
      expect(seen).toEqual(["command 2", "command 3", "command 4"])
    })

    it("takes a command once, however many try at the same time", async () => {
      const key = freshKey()
      const writer = await under.log.open(key)
      await under.log.post(key, "x", "command")
      const taken = await Promise.all(Array.from({ length: 10 }, () => writer.take("x")))
      expect(taken.filter(Boolean)).toHaveLength(1)
    })

    it("deletes a log that has expired, and then refuses its writer", async () => {
      const key = freshKey()
      const writer = await under.log.open(key)
      await writer.append(1, ["a"])
      await writer.expire(30)
      await expect.poll(async () => collect(under.log, key), { timeout: 5000 }).toEqual([])
      await expect(writer.append(2, ["b"])).rejects.toBeInstanceOf(LogFenced)
      const other = freshKey()
      const early = await under.log.open(other)
      await early.append(1, ["a"])
      await early.expire(30)
      await under.log.open(other)
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(itemsOf(await collect(under.log, other))).toHaveLength(1)
    })

    it("keeps what differs apart: keys that look alike, and items of 16 MB", async () => {
      const large = "x".repeat(16 * 1024 * 1024)
      const similar = ["a/b", "a%2Fb", "a}b", "a{b", "A/b", "..", "a b"]
      const writers = await Promise.all(similar.map((key) => under.log.open(key)))
      await Promise.all(writers.map((writer) => writer.append(1, [writer.key])))
      for (const [index, key] of similar.entries()) {
        expect(itemsOf(await collect(under.log, key))).toEqual([[`${writers[index]?.epoch}-1`, key]])
      }
      await writers[0]?.append(2, [large])
      const last = itemsOf(await collect(under.log, "a/b")).at(-1)
      expect(last?.[1] === large).toBe(true)
    })

    it("orders positions as it orders entries", async () => {
      const key = freshKey()
      const positions: Position[] = []
      for (let round = 0; round < 3; round++) {
        const writer = await under.log.open(key)
        await writer.append(1, ["x", "y"])
      }
      for (const batch of await collect(under.log, key)) {
        if (batch._tag === "Entries") positions.push(...batch.entries.map(({ at }) => at))
      }
      expect(positions).toHaveLength(6)
      expect([...positions].sort(comparePositions)).toEqual(positions)
    })
  })
}
