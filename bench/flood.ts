/** What a slow consumer does to the agent and to the memory of the host: rxacp, a pull reader and the official SDK. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FloodClient, FloodSample } from "./programs/flood-host.ts"
import { programPath, runProgram } from "./support/programs.ts"

/** A flood and its consumer. */
export interface Flood {
  readonly name: string
  readonly updates: number
  /** Bytes of text in each update. */
  readonly size: number
  /** How long the consumer takes for one update, in milliseconds. */
  readonly takes: number
}

/** What one client made of a flood. Memory in MB; `grownMB` is the most beyond what was resident after the imports. */
export interface FloodRow extends FloodSample {
  readonly flood: string
  readonly client: FloodClient
  readonly seconds: number
  readonly grownMB: number
}

/** A flood of large updates, and one of 500 MB of small ones. */
const floods: ReadonlyArray<Flood> = [
  { name: "20,000 updates of 10 kB, 10 a second", updates: 20_000, size: 10_000, takes: 100 },
  { name: "500 MB of small updates, 1 ms each", updates: 2_500_000, size: 32, takes: 1 }
]

const clients: ReadonlyArray<FloodClient> = ["rxacp backpressure", "pull reader", "official SDK client"]

/** Lets each client stand in each flood for so many seconds, one after the other. */
export const benchFlood = async (seconds: number): Promise<Array<FloodRow>> => {
  const folder = mkdtempSync(join(tmpdir(), "rxacp-bench-"))
  const rows: Array<FloodRow> = []
  try {
    for (const { name, updates, size, takes } of floods) {
      for (const client of clients) {
        const args = [client, programPath("flood-agent"), updates, size, takes, seconds, join(folder, "progress")]
        const sample = await runProgram<FloodSample>("flood-host", args)
        rows.push({ flood: name, client, seconds, ...sample, grownMB: sample.maxMB - sample.startMB })
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return rows
}
