/** The process that looks at the copies of the traffic, so that neither its work nor its end touches the traffic. */
import { safeLine } from "../safe-text.ts"
import type { Copied, Watched } from "./copy-queue.ts"
import { oneLine } from "./one-line.ts"
import { Traffic } from "./traffic/traffic.ts"

/** What the watcher is to do; handed over as JSON in its first argument. */
export interface WatcherOptions {
  /** Bytes of traffic that are kept, as they lie in memory. */
  readonly maxBytes: number
  /** Print one line a message. */
  readonly print: boolean
}

const { maxBytes, print }: WatcherOptions = JSON.parse(process.argv[2] ?? "{}")
const traffic = new Traffic(maxBytes)
let printed = 0

const tell = (message: Watched): void => {
  // The other side may be gone already; then there is nobody to print for.
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

/** Prints what has come since the last time. */
const printNew = (): void => {
  const { end } = traffic.log.range
  let text = ""
  for (; printed < end; printed++) {
    const entry = traffic.log.entry(printed)
    if (entry !== undefined && entry.from !== "stderr") text += `${safeLine(oneLine(entry))}\n`
  }
  if (text !== "") tell({ kind: "print", text })
}

process.on("message", (copied: Copied) => {
  switch (copied.kind) {
    case "chunk":
      traffic.chunk(copied.from, copied.bytes, copied.at)
      tell({ kind: "read", size: copied.bytes.length })
      break
    case "skipped":
      traffic.skipped(copied.from, copied.size, copied.at)
      break
    case "exit":
      traffic.exit(copied.code, copied.signal, copied.at)
  }
  if (print) printNew()
  if (copied.kind === "exit") tell({ kind: "done" })
})
// The inspector has ended, and the agent with it. An interrupt is for the agent, so it does not end the watcher.
process.on("disconnect", () => process.exit())
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
