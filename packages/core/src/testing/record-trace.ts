/** Turns a live run into a fixture. */
import { isObservable, type Observable, ReplaySubject, tap } from "rxjs"
import { internalsOf, type TransportInternals } from "../transport/internals.ts"
import type { Transport } from "../transport/transport.ts"
import type { Trace, TraceRecord } from "./trace.ts"

/** A transport that is being recorded. */
export type Recorded<T extends Transport> = T & {
  /** What has happened so far; `traceText` makes a fixture of it. */
  readonly trace: Trace
}

/** What an agent that is a process has besides: its stderr by lines, and how it ended. */
interface Process {
  readonly stderr?: unknown
  readonly exit?: unknown
}

/**
 * The same transport, recording what passes: what the client writes, what the agent wrote as it is delivered, and how it
 * ended. A line over the limit is a note with its size. Of an agent that is a process, as `spawnAgent` gives it, the lines of
 * stderr are recorded too, and the exit that it had.
 */
export const recordTrace = <T extends Transport>(transport: T): Recorded<T> => {
  const trace: Array<TraceRecord> = []
  const { attach, write } = internalsOf(transport)
  const { stderr, exit } = transport as Transport & Process
  attach({
    message: (message) => {
      trace.push(
        message._tag === "Oversize"
          ? { from: "note", line: `a line of ${message.bytes} bytes was skipped` }
          : { from: "agent", line: message.line.text }
      )
    },
    ended: ({ failure }) => {
      const ended = ({ code, signal }: Ended): unknown => trace.push({ from: "exit", code, signal })
      if (isObservable(exit)) (exit as Observable<Ended>).subscribe(ended)
      else ended(failure?._tag === "AgentExited" ? failure : { code: null, signal: null })
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
  return { ...transport, trace, ...recorded, ...(isObservable(stderr) ? { stderr: noted(stderr, trace) } : {}) }
}

interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

/** The lines of stderr, which are recorded from now on; whoever subscribes gets all of them, as the first subscriber would. */
const noted = (stderr: Observable<unknown>, trace: Array<TraceRecord>): Observable<unknown> => {
  const lines = new ReplaySubject<unknown>()
  stderr.pipe(tap((line) => trace.push({ from: "stderr", line: String(line) }))).subscribe(lines)
  return lines.asObservable()
}
