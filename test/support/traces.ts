/** What real agents wrote, recorded in `test/traces`: one JSON object a line. */
import { readdirSync, readFileSync } from "node:fs"
import { parseTrace, type Trace } from "@rxacp/core/testing"

const folder = new URL("../traces/", import.meta.url)

/** The names of all traces, sorted. */
export const traceNames: ReadonlyArray<string> = readdirSync(folder)
  .filter((file) => file.endsWith(".ndjson"))
  .map((file) => file.replace(".ndjson", ""))
  .sort()

/** The records of a trace. */
export const readTrace = (name: string): Trace => parseTrace(readFileSync(new URL(`${name}.ndjson`, folder), "utf8"))

/** The lines that one side wrote. */
export const linesFrom = (side: "client" | "agent" | "stderr", trace: Trace) =>
  trace.flatMap((record) => (record.from === side ? [record.line] : []))

/** What the agent wrote to its stdout. */
export const agentBytes = (trace: Trace): Uint8Array =>
  new TextEncoder().encode(
    linesFrom("agent", trace)
      .map((line) => `${line}\n`)
      .join("")
  )
