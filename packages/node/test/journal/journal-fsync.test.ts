import { mkdtempSync, rmSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { JournalRecord } from "@rxacp/core/journal"
import { journalFile } from "@rxacp/node"
import { afterAll, afterEach, beforeAll, describe, expect, it, type MockInstance, vi } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rxacp-fsync-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const record: JournalRecord = { n: 1, epoch: 1, direction: "out", text: "{}" }

/** What the system is asked to do, in order; it is still done. */
const log: Array<string> = []
const spies: Array<MockInstance> = []
beforeAll(async () => {
  const file = await open(join(folder, "any"), "w")
  const prototype: FileHandle = Object.getPrototypeOf(file)
  await file.close()
  for (const step of ["appendFile", "datasync", "sync"] as const) {
    const real = prototype[step]
    const logged = async function (this: FileHandle, ...args: Array<unknown>) {
      await Reflect.apply(real, this, args)
      if (step === "datasync") await delay(5)
      log.push(step)
    }
    spies.push(vi.spyOn(prototype, step).mockImplementation(logged as never))
  }
})
afterEach(() => void log.splice(0))
afterAll(() => {
  for (const spy of spies) spy.mockRestore()
})

describe("fsync", () => {
  it("every: an append counts as done once it is on the disk", async () => {
    await using journal = journalFile(join(folder, "every"), { fsync: "every" })
    await journal.append([])
    log.length = 0
    await journal.append([record]).then(() => log.push("done"))
    await journal.append([record]).then(() => log.push("done"))
    expect(log).toEqual(["appendFile", "datasync", "done", "appendFile", "datasync", "done"])
  })

  it("every and interval: a new file is on the disk with its folder", async () => {
    for (const fsync of ["every", "interval"] as const) {
      await using journal = journalFile(join(folder, `new-${fsync}`), { fsync })
      await journal.append([])
      expect(log.filter((step) => step === "sync")).toHaveLength(2)
      log.length = 0
    }
  })

  it("interval: the disk has an append some time later, and the last one when the file is closed", async () => {
    const journal = journalFile(join(folder, "interval"), { fsync: "interval", intervalMs: 5 })
    await journal.append([record]).then(() => log.push("done"))
    expect(log.at(-1)).toBe("done")
    await vi.waitFor(() => expect(log.at(-1)).toBe("datasync"), { timeout: 10_000 })
    await journal.append([record])
    await journal.close()
    expect(log.at(-1)).toBe("datasync")
  })

  it("never: nothing is forced to the disk", async () => {
    {
      await using journal = journalFile(join(folder, "never"))
      await journal.append([record])
    }
    expect(log).toEqual(["appendFile", "appendFile"])
  })
})
