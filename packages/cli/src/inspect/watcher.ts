/** The process that looks at the copies of the traffic, so that neither its work nor its end touches the traffic. */

import { safeLine } from "../safe-text.ts"
import { startServer } from "../server/loopback-server.ts"
import { pageFolder } from "../server/page-folder.ts"
import type { Copied, Watched } from "./copy-queue.ts"
import { oneLine } from "./one-line.ts"
import { inspectApi } from "./server/inspect-api.ts"
import { Traffic } from "./traffic/traffic.ts"

/** What the watcher is to do; handed over as JSON in its first argument. */
export interface WatcherOptions {
  /** Bytes of traffic that are kept, as they lie in memory. */
  readonly maxBytes: number
  /** How the page names what is watched. */
  readonly command: string
  /** Print one line a message; else serve the page on `port` (0: any that is free). */
  readonly show: "lines" | { readonly port: number }
}

/** Milliseconds without a call of the page after which it counts as closed. */
const CLOSED = 5_000

const { maxBytes, command, show }: WatcherOptions = JSON.parse(process.argv[2] ?? "{}")
const traffic = new Traffic(maxBytes)
let printed = 0
/** When the page last asked for something. */
let asked = 0

const tell = (message: Watched): void => {
  // The other side may have left already; then there is nobody to print for.
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

const servePage = async (port: number): Promise<void> => {
  const api = inspectApi(traffic, command)
  const server = await startServer(
    async (request, response) => {
      asked = Date.now()
      return api(request, response)
    },
    { port, page: pageFolder(), view: "inspect" }
  )
  tell({ kind: "print", text: `rxacp inspect: ${server.url}\n` })
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
  if (show === "lines") printNew()
  if (copied.kind === "exit") tell({ kind: "done" })
})
// The inspector has ended, and the agent with it. A page that is open stays usable until it is closed.
process.on("disconnect", () => {
  const leave = (): void => {
    if (Date.now() - asked > CLOSED) process.exit()
  }
  leave()
  setInterval(leave, CLOSED / 2)
})
// An interrupt is for the agent; the watcher ends after it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})

if (show !== "lines") {
  await servePage(show.port).catch((error: unknown) => {
    tell({ kind: "print", text: `rxacp inspect: no page: ${error instanceof Error ? error.message : String(error)}\n` })
  })
}
