import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { JournalFailed } from "@rxacp/core"
import type { JournalRecord } from "@rxacp/core/journal"
import { journalFile, type ReadJournalOptions, readJournal } from "@rxacp/node"
import fc from "fast-check"
import { lastValueFrom, toArray } from "rxjs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rxacp-damage-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, "journal.ndjson")
const read = (options?: ReadJournalOptions) => lastValueFrom(readJournal(path, options).pipe(toArray()))

const run = (epoch: number): ReadonlyArray<JournalRecord> => [
  { n: 1, epoch, direction: "out", text: "{}" },
  { n: 2, epoch, direction: "in", seq: 1, chunk: 1, text: "ünï 🎉" },
  { n: 3, epoch, direction: "in", seq: 2, chunk: 1, base64: "/w==" },
  {
    n: 4,
    epoch,
    direction: "local",
    after: 2,
    decision: { type: "loadStarted", sessionId: "s", requestId: 2n ** 60n }
  },
  { n: 5, epoch, direction: "out", text: "last" }
]
const records = [...run(1), ...run(2)]
let whole: Buffer
beforeAll(async () => {
  await using journal = journalFile(path)
  await journal.append(records)
  whole = readFileSync(path)
})
/** Writes the journal with some of its lines replaced, by number from 1; undefined leaves one out. */
const writeLines = (changes: Readonly<Record<number, string | undefined>>) => {
  const lines = whole.toString().trimEnd().split("\n")
  const changed = lines.map((line, index) => (index + 1 in changes ? changes[index + 1] : line))
  writeFileSync(path, `${changed.filter((line) => line !== undefined).join("\n")}\n`)
}

describe("a damaged journal", () => {
  it.each<[string, Readonly<Record<number, string | undefined>>, number, string]>([
    ["a line that is not JSON", { 4: "{" }, 4, "the line is not a record"],
    ["a line without its fields", { 4: `{"n":3,"epoch":1,"direction":"in"}` }, 4, "the line is not a record"],
    ["a direction that is none", { 2: `{"n":1,"epoch":1,"direction":"on","text":""}` }, 2, "the line is not a record"],
    [
      "an id that is none",
      { 5: `{"n":4,"epoch":1,"direction":"local","after":2,"decision":{"type":"x","id":{"bigint":"1x"}}}` },
      5,
      "the line is not a record"
    ],
    ["a record that is missing", { 3: undefined }, 3, "record 2 is missing, 3 comes in its place"],
    ["a record that is there twice", { 3: `{"n":1,"epoch":1,"direction":"out","text":""}` }, 4, "record 2 is missing"],
    ["an epoch inside of a run", { 3: `{"n":2,"epoch":9,"direction":"out","text":""}` }, 3, "the epoch changes"]
  ])("with %s fails and names the place", async (_, changes, line, reason) => {
    writeLines(changes)
    const failure = { _tag: "JournalFailed", reason: expect.stringContaining(`${path}, line ${line}: ${reason}`) }
    await expect(read()).rejects.toMatchObject(failure)
    const skipped = await read({ onDamage: "skip" })
    expect(skipped.length).toBeGreaterThanOrEqual(records.length - 1)
  })

  it("gives what can't be read as torn when damage is skipped", async () => {
    writeLines({ 4: "{", 5: "}" })
    const torn = [
      { direction: "torn", line: 4, text: "{" },
      { direction: "torn", line: 5, text: "}" }
    ]
    expect(await read({ onDamage: "skip" })).toEqual([...records.slice(0, 2), ...torn, ...records.slice(4)])
  })

  it("is whole when only the last record of a run was cut off", async () => {
    writeLines({ 6: `{"n":5,"ep`, 11: `{"n":5` })
    expect(await read()).toEqual([
      ...records.slice(0, 4),
      { direction: "torn", line: 6, text: `{"n":5,"ep` },
      ...records.slice(5, 9),
      { direction: "torn", line: 11, text: `{"n":5` }
    ])
  })

  it("with any bit flipped fails, or has every record in its place", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
        const bytes = Buffer.from(whole)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        writeFileSync(path, bytes)
        const result = await read().catch((error: unknown) => error)
        if (result instanceof JournalFailed) {
          expect(result.reason).toContain(path)
          return
        }
        // A last record of a run that looks cut off is given as such.
        const numbers = (result as ReadonlyArray<JournalRecord>).map((record) => ("n" in record ? record.n : 5))
        expect(numbers).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
      }),
      { numRuns: 300 }
    )
  })

  it.each([0, 1, 20, 37, 38])(
    "cut off after %d bytes of its header is empty, and gets its header again",
    async (size) => {
      writeFileSync(path, whole)
      truncateSync(path, size)
      const start = whole.toString().slice(0, size)
      expect(await read()).toEqual(size === 0 || size === 38 ? [] : [{ direction: "torn", line: 1, text: start }])
      {
        await using journal = journalFile(path)
        await journal.append([records[0] as JournalRecord])
      }
      expect(await read()).toEqual([records[0]])
    }
  )

  it("a file that goes on after a header that was cut off is not a journal to either reader", async () => {
    writeFileSync(path, `{"format":"rx\n${whole.toString().split("\n")[1]}\n`)
    await expect(read({ onDamage: "skip" })).rejects.toMatchObject({ _tag: "JournalFailed" })
    await expect(journalFile(path).append([])).rejects.toMatchObject({ _tag: "JournalFailed" })
  })
})
