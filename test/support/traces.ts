/** What three real agents wrote, recorded in `test/traces`: one JSON object a line. */
import { readdirSync, readFileSync } from "node:fs"

/** One thing that happened, in the order in which it did. */
export type TraceRecord =
  | { readonly from: "client" | "agent" | "stderr" | "note"; readonly line: string }
  | { readonly from: "exit"; readonly code: number | null; readonly signal: string | null }

const folder = new URL("../traces/", import.meta.url)

/** The names of all traces, sorted. */
export const traceNames: ReadonlyArray<string> = readdirSync(folder)
  .filter((file) => file.endsWith(".ndjson"))
  .map((file) => file.replace(".ndjson", ""))
  .sort()

/** The records of a trace. */
export const readTrace = (name: string): ReadonlyArray<TraceRecord> =>
  readFileSync(new URL(`${name}.ndjson`, folder), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

/** The lines that one side wrote. */
export const linesFrom = (side: "client" | "agent" | "stderr", trace: ReadonlyArray<TraceRecord>) =>
  trace.flatMap((record) => (record.from === side ? [record.line] : []))

/** What the agent wrote to its stdout. */
export const agentBytes = (trace: ReadonlyArray<TraceRecord>): Uint8Array =>
  new TextEncoder().encode(
    linesFrom("agent", trace)
      .map((line) => `${line}\n`)
      .join("")
  )
