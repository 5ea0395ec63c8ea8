/** Saves what passed: whole as a journal of lines, or as a trace that is masked for a bug report. */
import { type TraceRecord, traceText } from "@rxacp/core/testing"
import type { Entry } from "../traffic/entry.ts"
import type { TrafficLog } from "../traffic/traffic-log.ts"
import { Sanitizer } from "./sanitize.ts"

export interface Saved {
  readonly fileName: string
  readonly text: string
}

const exitOf = (line: string): { readonly code: number | null; readonly signal: string | null } => JSON.parse(line)

const recordOf = (entry: Entry, line: string): TraceRecord => {
  if (entry.from === "process") return { from: "exit", ...exitOf(line) }
  return { from: entry.kind === "gap" ? "note" : entry.from, line }
}

/** What is kept, as NDJSON in the form of a trace. A `trace` is masked, and its last line says what was. */
export const saveAs = (log: TrafficLog, as: "journal" | "trace"): Saved => {
  const sanitizer = new Sanitizer()
  const { first, end } = log.range
  const records: Array<TraceRecord> = []
  for (let place = first; place < end; place++) {
    const entry = log.entry(place)
    const text = log.text(place) ?? ""
    if (entry !== undefined)
      records.push(recordOf(entry, as === "trace" && entry.from !== "process" ? sanitizer.line(text) : text))
  }
  if (as === "trace") {
    const { secrets, homePaths, contents } = sanitizer.masked
    records.push({
      from: "note",
      line: `masked: ${secrets} secrets, ${homePaths} paths of the home folder, ${contents} contents`
    })
  }
  return { fileName: as === "trace" ? "trace.ndjson" : "traffic.ndjson", text: traceText(records) }
}
