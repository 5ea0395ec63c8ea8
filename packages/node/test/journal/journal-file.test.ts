import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { JournalFailed } from "@rxacp/core"
import type { JournalRecord } from "@rxacp/core/journal"
import { journalFile, readJournal } from "@rxacp/node"
import fc from "fast-check"
import { lastValueFrom, toArray } from "rxjs"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rxacp-journal-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newPath = () => join(folder, `${++files}.ndjson`)

const line = (n: number, text = `line ${n}`): JournalRecord => ({
  n,
  epoch: 1,
  direction: "in",
  seq: n,
  chunk: n,
  text
})
const write = async (path: string, ...records: ReadonlyArray<JournalRecord>) => {
  await using journal = journalFile(path)
  await journal.append(records)
}
const read = (path: string) => lastValueFrom(readJournal(path).pipe(toArray()))

describe("journalFile", () => {
  it("writes a header and then one record a line", async () => {
    const path = newPath()
    await write(path, line(1), { n: 2, epoch: 1, direction: "out", text: "{}" })
    expect(readFileSync(path, "utf8")).toBe(
      '{"format":"rxacp-journal","version":1}\n' +
        '{"n":1,"epoch":1,"direction":"in","seq":1,"chunk":1,"text":"line 1"}\n' +
        '{"n":2,"epoch":1,"direction":"out","text":"{}"}\n'
    )
  })

  it("goes on in a journal that is there", async () => {
    const path = newPath()
    await write(path, line(1))
    await write(path, line(2))
    expect(await read(path)).toEqual([line(1), line(2)])
  })

  it("a journal file keeps the order of appends that were not awaited", async () => {
    const path = newPath()
    const journal = journalFile(path)
    const records = Array.from({ length: 50 }, (_, index) => line(index + 1, "x".repeat(index * 1000)))
    for (const record of records) void journal.append([record])
    await journal.close()
    expect(await read(path)).toEqual(records)
  })

  it.each(["every", "interval", "never"] as const)("writes the same with fsync: %s", async (fsync) => {
    const path = newPath()
    const journal = journalFile(path, { fsync, intervalMs: 1 })
    await journal.append([line(1)])
    expect(await read(path)).toEqual([line(1)])
    await journal.append([line(2)])
    await journal.close()
    expect(await read(path)).toEqual([line(1), line(2)])
  })

  it("keeps a request id that no JSON number can hold", async () => {
    const path = newPath()
    const ids = [9007199254740993n, 7, "7", null]
    const records = ids.map((requestId, index): JournalRecord => {
      return {
        n: index + 1,
        epoch: 1,
        direction: "local",
        after: 0,
        decision: { type: "loadStarted", sessionId: "s1", requestId }
      }
    })
    await write(path, ...records)
    expect(await read(path)).toEqual(records)
  })

  it("a journal file leaves out infinite limits", async () => {
    const path = newPath()
    const limits = { maxUpdates: Number.POSITIVE_INFINITY, reply: { maxBytes: 7, maxChunks: Number.POSITIVE_INFINITY } }
    await write(path, { n: 1, epoch: 1, direction: "local", after: 0, decision: { type: "connected", limits } })
    expect(await read(path)).toMatchObject([{ decision: { limits: { reply: { maxBytes: 7 } } } }])
    expect(readFileSync(path, "utf8")).not.toContain("null")
  })

  it("refuses a file that is something else and leaves it alone", async () => {
    const path = newPath()
    writeFileSync(path, "my notes\n")
    const journal = journalFile(path)
    await expect(journal.append([line(1)])).rejects.toThrow(JournalFailed)
    await expect(journal.append([line(2)])).rejects.toThrow("the file is not an rxacp journal")
    expect(readFileSync(path, "utf8")).toBe("my notes\n")
  })

  it("refuses a journal of another version", async () => {
    const path = newPath()
    writeFileSync(
      path,
      '{"format":"rxacp-journal","version":2,"note":"a header that is longer than that of version 1"}\n'
    )
    await expect(journalFile(path).append([])).rejects.toThrow("version 2 of the format is not known")
    await expect(read(path)).rejects.toThrow("version 2 of the format is not known")
  })

  it("fails every append after one that failed", async () => {
    const journal = journalFile(join(folder, "no", "such", "folder"))
    await expect(journal.append([line(1)])).rejects.toMatchObject({ _tag: "JournalFailed" })
    await expect(journal.append([line(2)])).rejects.toMatchObject({ _tag: "JournalFailed" })
    await expect(journal.close()).rejects.toMatchObject({ _tag: "JournalFailed" })
  })

  it("takes nothing more once it is closed", async () => {
    const journal = journalFile(newPath())
    await journal.close()
    await expect(journal.append([line(1)])).rejects.toThrow("is closed")
    await journal.close()
  })
})

describe("a journal that was cut off", () => {
  it("reads up to the record that was cut, wherever that was", async () => {
    const path = newPath()
    await write(path, line(1, "one"), line(2, "zwei ü 🎉"), line(3))
    const whole = readFileSync(path)
    const headerBytes = whole.indexOf("\n") + 1
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: headerBytes, max: whole.length }), async (size) => {
        writeFileSync(path, whole.subarray(0, size))
        const records = await read(path)
        const torn = records.filter((record) => record.direction === "torn")
        const complete = whole.subarray(0, size).toString().split("\n").length - 2
        expect(records.length - torn.length).toBeGreaterThanOrEqual(complete)
        expect(records.slice(0, complete)).toEqual([line(1, "one"), line(2, "zwei ü 🎉"), line(3)].slice(0, complete))
        expect(torn.length).toBeLessThanOrEqual(1)
      })
    )
  })

  it("tells the line and what is there of it", async () => {
    const path = newPath()
    await write(path, line(1))
    appendFileSync(path, '{"n":2,"epo')
    expect(await read(path)).toEqual([line(1), { direction: "torn", line: 3, text: '{"n":2,"epo' }])
  })

  it("is gone on with, without losing what comes after", async () => {
    const path = newPath()
    await write(path, line(1))
    appendFileSync(path, '{"n":2,"epo')
    await write(path, line(1), line(2))
    expect(await read(path)).toEqual([line(1), { direction: "torn", line: 3, text: '{"n":2,"epo' }, line(1), line(2)])
  })

  it("gets its header again when that was cut", async () => {
    const path = newPath()
    await write(path)
    truncateSync(path, 10)
    await write(path, line(1))
    expect(await read(path)).toEqual([line(1)])
  })
})

describe("readJournal", () => {
  it("errors with JournalFailed when the file is not there or is something else", async () => {
    await expect(read(join(folder, "missing"))).rejects.toMatchObject({ _tag: "JournalFailed" })
    const path = newPath()
    writeFileSync(path, "my notes\n")
    await expect(read(path)).rejects.toThrow("the file is not an rxacp journal")
  })
})
