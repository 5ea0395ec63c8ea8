/** Imports the packages that it is called with, one after the other, in a process that has loaded nothing else. */
import { report } from "./report.ts"

/** What the imports took in milliseconds; processor time is that of all threads. */
export interface ImportSample {
  readonly wallMs: number
  readonly cpuMs: number
}

const names = process.argv.slice(2)
const cpu = process.cpuUsage()
const start = performance.now()
for (const name of names) await import(name)
const wallMs = performance.now() - start
const { user, system } = process.cpuUsage(cpu)
report<ImportSample>({ wallMs, cpuMs: (user + system) / 1000 })
