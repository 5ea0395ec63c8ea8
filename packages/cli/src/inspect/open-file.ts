/** Shows traffic that was saved before, in the page. */
import { readFile } from "node:fs/promises"
import { parseTrace, type TraceRecord } from "@rxacp/core/testing"
import { startServer } from "../server/loopback-server.ts"
import { pageFolder } from "../server/page-folder.ts"
import { inspectApi } from "./server/inspect-api.ts"
import { Traffic } from "./traffic/traffic.ts"

const encoder = new TextEncoder()

/** The traffic of a trace. A trace holds no times, so a line is a millisecond after the one before. */
const trafficOf = (trace: ReadonlyArray<TraceRecord>, maxBytes: number): Traffic => {
  const traffic = new Traffic(maxBytes)
  trace.forEach((record, at) => {
    switch (record.from) {
      case "client":
      case "agent":
      case "stderr":
        traffic.chunk(record.from, encoder.encode(`${record.line}\n`), at)
        break
      case "exit":
        traffic.exit(record.code, record.signal, at)
    }
  })
  return traffic
}

/** Serves the page on a file; gives an exit code when that can't be done. */
export const openFile = async (path: string, port: number): Promise<number | undefined> => {
  try {
    const traffic = trafficOf(parseTrace(await readFile(path, "utf8")), Number.POSITIVE_INFINITY)
    const server = await startServer(inspectApi(traffic, path), { port, page: pageFolder(), view: "inspect" })
    process.stdout.write(`${server.url}\n`)
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close())
    return undefined
  } catch (error) {
    process.stderr.write(`rxacp inspect: ${path}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
