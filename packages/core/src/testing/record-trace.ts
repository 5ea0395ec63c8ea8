/** Turns a live run into a fixture. */
import { internalsOf, type TransportInternals } from "../transport/internals.ts"
import type { Transport } from "../transport/transport.ts"
import type { Trace, TraceRecord } from "./trace.ts"

/** A transport that is being recorded. */
export type Recorded<T extends Transport> = T & {
  /** What has happened so far; `traceText` makes a fixture of it. */
  readonly trace: Trace
}

/**
 * The same transport, recording what passes: what the client writes, what the agent wrote as it is delivered, and how it
 * ended. A line over the limit is a note with its size.
 */
export const recordTrace = <T extends Transport>(transport: T): Recorded<T> => {
  const trace: Array<TraceRecord> = []
  const { attach, write } = internalsOf(transport)
  attach({
    message: (message) => {
      trace.push(
        message._tag === "Oversize"
          ? { from: "note", line: `a line of ${message.bytes} bytes was skipped` }
          : { from: "agent", line: message.line.text }
      )
    },
    ended: ({ failure }) => {
      const { code, signal } = failure?._tag === "AgentExited" ? failure : { code: null, signal: null }
      trace.push({ from: "exit", code, signal })
    }
  })
  const recorded: Pick<TransportInternals, "write"> = {
    write: (line, options) => {
      // Noted first, since an agent in memory answers before `write` returns.
      const record: TraceRecord = { from: "client", line }
      trace.push(record)
      try {
        write(line, options)
      } catch (error) {
        trace.splice(trace.indexOf(record), 1)
        throw error
      }
    }
  }
  return { ...transport, trace, ...recorded }
}
