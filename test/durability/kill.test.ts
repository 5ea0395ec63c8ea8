import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type JournalRecord, replayJournal } from "@rxacp/core/journal"
import { emptySession, foldSession, messages, messageText } from "@rxacp/fold"
import { readJournal, type TornRecord } from "@rxacp/node"
import { build } from "esbuild"
import { from, lastValueFrom, mergeMap, range, reduce, toArray } from "rxjs"
import { afterAll, beforeAll, expect, it } from "vitest"

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const TIMES = 100
let folder = ""
let host = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rxacp-kill-"))
  host = join(folder, "host.mjs")
  // One file that node runs as it is, so that a hundred hosts start fast.
  await build({
    entryPoints: [here("host.ts")],
    outfile: host,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@rxacp/source"],
    logLevel: "silent"
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a host, kills it `wait` ms after its subscriber has seen the first line, and gives the lines it had seen by then. */
const killed = async (name: string, wait: number): Promise<ReadonlyArray<string>> => {
  const log = join(folder, `${name}.log`)
  const args = [host, here("flood-agent.mjs"), join(folder, name), log]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), wait))
  await once(child, "close")
  const seen = await readFile(log, "utf8")
  await rm(log)
  return seen.split("\n").slice(0, -1)
}

const isRecord = (entry: JournalRecord | TornRecord): entry is JournalRecord => entry.direction !== "torn"

it(`a host that is killed at ${TIMES} random moments has lost no line that a subscriber had seen`, {
  timeout: 180_000
}, async () => {
  const run = async (i: number): Promise<number> => {
    const journal = join(folder, `${i}`)
    const seen = await killed(`${i}`, Math.random() * 100)
    const entries = await lastValueFrom(readJournal(journal).pipe(toArray()))
    const records = entries.filter(isRecord)
    const recorded = new Map(
      records.flatMap((record) => (record.direction === "in" ? [[record.seq, record.text] as const] : []))
    )
    // Every line that was seen is there, and nothing is missing before it; a torn record can only be the last one.
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(seen.map((_, index) => `${index + 1} ${recorded.get(index + 1)}`))
    expect([...recorded.keys()]).toEqual(Array.from(recorded, (_, index) => index + 1))
    expect(entries.findIndex((entry) => !isRecord(entry))).toBeOneOf([-1, entries.length - 1])

    const state = await lastValueFrom(replayJournal(records).pipe(reduce(foldSession, emptySession())))
    const [message] = messages(state)
    expect(message && messageText(message)).toBe(Array.from(recorded, (_, index) => `${index + 1} `).join(""))
    await rm(journal)
    return seen.length
  }
  const counts = await lastValueFrom(
    range(0, TIMES).pipe(
      mergeMap((i) => from(run(i)), 4),
      toArray()
    )
  )
  expect(counts).toHaveLength(TIMES)
})
