/** Reads one load with one reader and prints what it cost. Arguments: the reader, the agent's program, the file, its lines. */
import { type ReaderName, readers } from "./readers.ts"
import { report } from "./report.ts"

/** What reading the load cost, from the first byte asked for to the last value, and the most memory it took. */
export interface ThroughputSample {
  readonly wallMs: number
  /** Processor time of the host, all threads. */
  readonly cpuMs: number
  readonly maxRssMB: number
}

const [name, program, file, lines] = process.argv.slice(2) as [ReaderName, string, string, string]
const expected = Number(lines)
let count = -1
let start = 0
let cpu = process.cpuUsage()

const begin = readers[name]([program, file], () => {
  count++
  if (count === 0) {
    start = performance.now()
    cpu = process.cpuUsage()
    begin()
  } else if (count === expected) {
    const wallMs = performance.now() - start
    const { user, system } = process.cpuUsage(cpu)
    report<ThroughputSample>({
      wallMs,
      cpuMs: (user + system) / 1000,
      maxRssMB: process.resourceUsage().maxRSS / 1024
    })
  }
})
