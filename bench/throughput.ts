/** How much of a load passes a real pipe per second: every reader beside the limit, each in a process of its own. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Load, type LoadFile, writeLoad } from "./loads.ts"
import type { ReaderName } from "./programs/readers.ts"
import type { ThroughputSample } from "./programs/throughput-host.ts"
import { programPath, runProgram } from "./support/programs.ts"
import { median, rotated } from "./support/statistics.ts"

/** What one reader cost on one load. Costs are multiples of the limit of the same round, the median of all rounds. */
export interface ThroughputRow {
  readonly load: string
  readonly reader: ReaderName
  readonly cost: number
  /** The same, of the processor time of the host. */
  readonly cpuCost: number
  readonly wallMs: number
  readonly updatesPerSecond: number
  readonly megabytesPerSecond: number
  readonly maxRssMB: number
}

/** How much to measure. */
export interface ThroughputOptions {
  readonly rounds: number
  readonly loads: ReadonlyArray<Load>
  /** Which readers, by name; the limit is always read too. */
  readonly readers: RegExp
}

const limit: ReaderName = "split + JSON.parse"
const compared: ReadonlyArray<ReaderName> = [
  "rxacp lines",
  "rxacp messages",
  "rxacp updates",
  "rxacp updates, folded",
  "rxacp prompt events",
  "rxacp prompt events, folded",
  "operators: lines",
  "operators: messages",
  "operators: updates",
  "readline + JSON.parse",
  "execa lines + JSON.parse",
  "official SDK client"
]

/** Measures every reader on every load. The rounds go through all readers in turn, so that what disturbs one disturbs all. */
export const benchThroughput = async (options: ThroughputOptions): Promise<Array<ThroughputRow>> => {
  const folder = mkdtempSync(join(tmpdir(), "rxacp-bench-"))
  const rows: Array<ThroughputRow> = []
  try {
    for (const load of options.loads) {
      const file = writeLoad(load, folder)
      const names = [limit, ...compared.filter((name) => options.readers.test(name))]
      rows.push(...(await measured(file, names, options.rounds)))
      rmSync(file.path)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return rows
}

type Round = Readonly<Record<string, ThroughputSample>>

const measured = async (file: LoadFile, names: ReadonlyArray<ReaderName>, rounds: number) => {
  const done: Array<Round> = []
  for (let round = 0; round < rounds; round++) {
    const samples: Record<string, ThroughputSample> = {}
    for (const name of rotated(names, round * 3)) {
      const args = [name, programPath("replay-agent"), file.path, file.lines]
      samples[name] = await runProgram<ThroughputSample>("throughput-host", args)
    }
    done.push(samples)
  }
  return names.map((name) => row(file, name, done))
}

const row = ({ name: load, lines, bytes }: LoadFile, reader: ReaderName, rounds: ReadonlyArray<Round>) => {
  const of = (value: (sample: ThroughputSample, limit: ThroughputSample) => number): number =>
    median(rounds.map((round) => value(round[reader] as ThroughputSample, round[limit] as ThroughputSample)))
  const wallMs = of((sample) => sample.wallMs)
  return {
    load,
    reader,
    cost: of((sample, limit) => sample.wallMs / limit.wallMs),
    cpuCost: of((sample, limit) => sample.cpuMs / limit.cpuMs),
    wallMs,
    updatesPerSecond: (lines / wallMs) * 1000,
    megabytesPerSecond: bytes / wallMs / 1000,
    maxRssMB: of((sample) => sample.maxRssMB)
  }
}
