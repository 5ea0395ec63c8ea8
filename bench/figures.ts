/** How the results of all benchmarks are told in one table, beside what they are to reach. */
import type { BesideRow } from "./beside.ts"
import type { DecodeCost } from "./decode.ts"
import type { FloodRow } from "./flood.ts"
import type { FoldCost } from "./fold.ts"
import type { LatencyRow } from "./latency.ts"
import type { LogRow } from "./log.ts"
import type { HeldSample } from "./programs/held-host.ts"
import type { SizeRow } from "./sizes.ts"
import type { ThroughputRow } from "./throughput.ts"

/** One line of the table. */
export interface Figure {
  readonly benchmark: string
  readonly load: string
  readonly subject: string
  readonly result: string
  /** What is to be reached; empty for what is only shown beside. */
  readonly target: string
}

/** What the benchmarks measured; those that were not run are absent. */
export interface Results {
  readonly throughput?: ReadonlyArray<ThroughputRow>
  readonly cold?: ReadonlyArray<ThroughputRow>
  readonly decode?: ReadonlyArray<DecodeCost>
  readonly fold?: ReadonlyArray<FoldCost>
  readonly flood?: ReadonlyArray<FloodRow>
  readonly latency?: ReadonlyArray<LatencyRow>
  readonly memory?: ReadonlyArray<HeldSample>
  readonly log?: ReadonlyArray<LogRow>
  readonly crashes?: ReadonlyArray<LogRow>
  readonly imports?: ReadonlyArray<BesideRow>
  readonly types?: ReadonlyArray<BesideRow>
  readonly sizes?: ReadonlyArray<SizeRow>
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")
const times = (value: number): string => `${value.toFixed(2)}x`

const targets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "small chunks": {
    lines: "0.3x",
    messages: "1.1x",
    updates: "1.15x",
    "updates, folded": "1.4x",
    "prompt events": "1.3x",
    "prompt events, folded": "1.6x"
  },
  mixed: { "updates, folded": "1.5x" }
}
const throughputTarget = ({ load, reader }: ThroughputRow): string => {
  const stage = /^(?:rxacp|operators:) (.*)$/.exec(reader)?.[1] ?? ""
  return targets[load]?.[stage] ?? ""
}

const throughput =
  (benchmark: string) =>
  (row: ThroughputRow): Figure => ({
    benchmark,
    load: row.load,
    subject: row.reader,
    result: `${times(row.cost)} (processor ${times(row.cpuCost)}), ${whole(row.updatesPerSecond)}/s, ${whole(row.megabytesPerSecond)} MB/s`,
    target: throughputTarget(row)
  })

const decode = ({ name, parse, costs }: DecodeCost): ReadonlyArray<Figure> =>
  Object.entries(costs).map(([subject, cost]) => ({
    benchmark: "decode",
    load: name,
    subject,
    result: `${whole(cost)} ns, ${times(cost / parse)} of JSON.parse`,
    target: ""
  }))

const fold = ({ name, first, last, perSnapshot }: FoldCost): Figure => ({
  benchmark: "fold",
  load: name,
  subject: "foldSession",
  result: `${whole(first)} ns at first, ${whole(last)} ns at last, ${whole(perSnapshot)} bytes a kept snapshot`,
  target: "under 1,000 ns"
})

const flood = ({ flood: load, client, seconds, ahead, grownMB }: FloodRow): Figure => ({
  benchmark: "flood",
  load: `${load} (${seconds} s of it)`,
  subject: client,
  result: `agent ${whole(ahead)} ahead, host ${whole(grownMB)} MB more`,
  target: client.startsWith("rxacp") && load.startsWith("20,000") ? "150 ahead, 15 MB" : ""
})

const latency = ({ pace, reader, p50, p99, p50Cost, p99Cost }: LatencyRow): Figure => ({
  benchmark: "latency",
  load: pace,
  subject: reader,
  result: `p50 ${whole(p50)} us (${times(p50Cost)}), p99 ${whole(p99)} us (${times(p99Cost)})`,
  target: reader.startsWith("rxacp") ? "1.2x, 1.2x" : ""
})

const memory = ({ case: load, beforeMB, afterMB }: HeldSample): Figure => ({
  benchmark: "memory",
  load,
  subject: "host under a hostile agent",
  result: `${whole(beforeMB)} MB before, ${whole(afterMB)} MB after`,
  target: "64 MB more"
})

const beside =
  (benchmark: string, load: string) =>
  ({ name, wallMs, beside, cost, cpuCost, target }: BesideRow): Figure => ({
    benchmark,
    load,
    subject: name,
    result: [
      `${whole(wallMs)} ms`,
      ...(cost === undefined ? [] : [`${times(cost)} of ${beside}`]),
      ...(cpuCost === undefined ? [] : [`processor ${times(cpuCost)}`])
    ].join(", "),
    target: target === undefined ? "" : `${target}x of ${beside}`
  })

const size = ({ name, peers, kB, target }: SizeRow): Figure => ({
  benchmark: "sizes",
  load: `minified, gzipped, ${peers}`,
  subject: name,
  result: `${kB.toFixed(1)} kB`,
  target: target === undefined ? "" : `under ${target} kB`
})

/** One line for each thing measured. */
export const figuresOf = (results: Results): ReadonlyArray<Figure> => [
  ...(results.throughput ?? []).map(throughput("throughput")),
  ...(results.cold ?? []).map(throughput("cold")),
  ...(results.decode ?? []).flatMap(decode),
  ...(results.fold ?? []).map(fold),
  ...(results.flood ?? []).map(flood),
  ...(results.latency ?? []).map(latency),
  ...(results.memory ?? []).map(memory),
  ...(results.log ?? []).map((row) => ({ benchmark: "log", ...row })),
  ...(results.crashes ?? []).map((row) => ({ benchmark: "crashes", ...row })),
  ...(results.imports ?? []).map(beside("imports", "a fresh process")),
  ...(results.types ?? []).map(beside("types", "a file of one line")),
  ...(results.sizes ?? []).map(size)
]

const columns = ["benchmark", "load", "subject", "result", "target"] as const

/** The figures as a Markdown table with aligned columns, which also reads well in a terminal. */
export const tableOf = (figures: ReadonlyArray<Figure>): string => {
  const widths = columns.map((column) => Math.max(column.length, ...figures.map((figure) => figure[column].length)))
  const line = (cells: ReadonlyArray<string>): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`
  return [
    line(columns),
    line(widths.map((width) => "-".repeat(width))),
    ...figures.map((figure) => line(columns.map((column) => figure[column])))
  ].join("\n")
}
