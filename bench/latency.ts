/** How long an update takes from the agent's write to the subscriber, at a steady pace and in bursts. */
import type { LatencySample } from "./programs/latency-host.ts"
import type { ReaderName } from "./programs/readers.ts"
import { programPath, runProgram } from "./support/programs.ts"
import { median, quantile, rotated } from "./support/statistics.ts"

/** When updates are written. */
export interface Pace {
  readonly name: string
  /** Updates at once. */
  readonly burst: number
  /** Milliseconds from one burst to the next. */
  readonly gap: number
}

/** The latency of one reader in microseconds: the quantiles of each round, and of those the median. */
export interface LatencyRow {
  readonly pace: string
  readonly reader: ReaderName
  readonly p50: number
  readonly p99: number
  /** `p50` and `p99` as multiples of those of the limit in the same round. */
  readonly p50Cost: number
  readonly p99Cost: number
}

const paces: ReadonlyArray<Pace> = [
  { name: "one a millisecond", burst: 1, gap: 1 },
  { name: "50 every 50 ms", burst: 50, gap: 50 }
]

const limit: ReaderName = "split + JSON.parse"
const compared: ReadonlyArray<ReaderName> = [limit, "rxacp updates", "official SDK client"]

interface Quantiles {
  readonly p50: number
  readonly p99: number
}

/** Measures every reader at every pace, with so many updates in each round. */
export const benchLatency = async (options: {
  readonly updates: number
  readonly rounds: number
}): Promise<Array<LatencyRow>> => {
  const rows: Array<LatencyRow> = []
  for (const pace of paces) {
    const rounds: Array<Readonly<Record<string, Quantiles>>> = []
    for (let round = 0; round < options.rounds; round++) {
      const measured: Record<string, Quantiles> = {}
      for (const name of rotated(compared, round)) measured[name] = await quantilesOf(name, pace, options.updates)
      rounds.push(measured)
    }
    rows.push(...compared.map((reader) => row(pace, reader, rounds)))
  }
  return rows
}

const quantilesOf = async (name: ReaderName, { burst, gap }: Pace, updates: number): Promise<Quantiles> => {
  const args = [name, programPath("pulse-agent"), updates, burst, gap]
  const times = await runProgram<LatencySample>("latency-host", args)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const row = (
  pace: Pace,
  reader: ReaderName,
  rounds: ReadonlyArray<Readonly<Record<string, Quantiles>>>
): LatencyRow => {
  const of = (value: (own: Quantiles, limit: Quantiles) => number): number =>
    median(rounds.map((round) => value(round[reader] as Quantiles, round[limit] as Quantiles)))
  return {
    pace: pace.name,
    reader,
    p50: of((own) => own.p50),
    p99: of((own) => own.p99),
    p50Cost: of((own, limit) => own.p50 / limit.p50),
    p99Cost: of((own, limit) => own.p99 / limit.p99)
  }
}
