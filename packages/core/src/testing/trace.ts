/** A recorded conversation between a client and an agent: one JSON object a line, in the order in which things happened. */

/** One thing that happened. `line` is what was written, without its LF. */
export type TraceRecord =
  | { readonly from: "client" | "agent" | "stderr" | "note"; readonly line: string }
  | { readonly from: "exit"; readonly code: number | null; readonly signal: string | null }

/** A recorded conversation. */
export type Trace = ReadonlyArray<TraceRecord>

/** Reads a trace from NDJSON. Throws a SyntaxError if it is not JSON. */
export const parseTrace = (text: string): Trace =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): TraceRecord => JSON.parse(line))

/** A trace as NDJSON. */
export const traceText = (trace: Trace): string => trace.map((record) => `${JSON.stringify(record)}\n`).join("")
