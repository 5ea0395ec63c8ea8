import { spawn } from "node:child_process"
import { once } from "node:events"
import { linkSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { JournalRecord } from "@rxacp/core/journal"
import { journalFile, readJournal } from "@rxacp/node"
import { lastValueFrom, toArray } from "rxjs"
import { afterAll, describe, expect, it } from "vitest"
import { sourceProgram } from "../support/programs.ts"

const folder = mkdtempSync(join(tmpdir(), "rxacp-lock-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const record: JournalRecord = { n: 1, epoch: 1, direction: "out", text: "{}" }

describe("a journal that is open", () => {
  it("a journal is refused to a second writer of this process, under any of its names, until it is closed", async () => {
    const path = join(folder, "one.ndjson")
    const first = journalFile(path)
    await first.append([record])
    symlinkSync(path, join(folder, "symbolic"))
    linkSync(path, join(folder, "hard"))
    for (const name of ["one.ndjson", "symbolic", "hard"]) {
      const second = journalFile(join(folder, name))
      const failure = { _tag: "JournalFailed", reason: expect.stringContaining("another writer has the file open") }
      await expect(second.append([record])).rejects.toMatchObject(failure)
      await expect(second.close()).rejects.toMatchObject(failure)
    }
    await first.append([{ ...record, n: 2 }])
    await first.close()
    await using third = journalFile(path)
    await third.append([record])
    expect(await lastValueFrom(readJournal(path).pipe(toArray()))).toHaveLength(3)
  })

  it("a journal is refused while another process has it, and free once that was killed", async () => {
    const path = join(folder, "two.ndjson")
    const { command, args } = sourceProgram("journal-writer", path)
    const other = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] })
    expect(String((await once(other.stdout, "data"))[0])).toBe("appended\n")
    await expect(journalFile(path).append([record])).rejects.toThrow("another writer")
    other.kill("SIGKILL")
    await once(other, "exit")
    await using mine = journalFile(path)
    await mine.append([record])
  })

  it("does not keep its process alive", async () => {
    const script = `import("@rxacp/node").then(({ journalFile }) => journalFile(process.argv[1]).append([]))`
    const args = ["--conditions=@rxacp/source", "--import", "tsx", "-e", script, join(folder, "three.ndjson")]
    const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit")
    expect(code).toBe(0)
  })
})
