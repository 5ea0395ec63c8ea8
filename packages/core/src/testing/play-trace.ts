/** Plays the agent's part of a trace, and checks the client's. */
import { closedBecause } from "../failures.ts"
import { isJsonObject, type JsonObject } from "../schema/json-object.ts"
import type { TransportOptions } from "../transport/create-transport.ts"
import type { Transport } from "../transport/transport.ts"
import { portPair } from "./port-pair.ts"
import type { Trace } from "./trace.ts"

/** What a client may be held to. */
export interface PlayOptions {
  /**
   * Whether what the client wrote is what the recorded client wrote. Default: the same method, or an answer under the
   * same id, an error where there was one.
   */
  readonly matches?: (recorded: JsonObject, written: JsonObject) => boolean
  readonly transport?: TransportOptions
}

/** The client's end of a trace that is being played. */
export interface PlayedTrace extends Transport {
  /**
   * Resolves when the trace has been played to its end; rejects at the first thing that the client wrote and the recorded
   * client did not, and when the client leaves before the end. The message says both, and calls that are open then fail with
   * `ConnectionClosed`, which says it too.
   */
  readonly done: Promise<void>
}

/**
 * An agent in memory that says what a recorded one said, up to the next line of the recorded client; there it waits until
 * the client has written that. Ids of the client's calls may be others than those recorded. An `exit` record ends the
 * stream as the end of a process would, with what was recorded of stderr.
 */
export const playTrace = (
  trace: Trace,
  { matches = sameCall, transport: options = {} }: PlayOptions = {}
): PlayedTrace => {
  const { client, port, fail } = portPair(options)
  const agent = port.transport
  /** The ids of this run, by those recorded. */
  const ids = new Map<unknown, unknown>()
  const written: Array<string> = []
  let at = 0
  let settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined
  const done = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Who does not ask shall not be bothered by a rejection.
  done.catch(() => {})

  const stop = (error: Error): void => {
    settle?.reject(error)
    at = trace.length
    fail(closedBecause(error))
  }

  const check = (recorded: string, line: string): boolean => {
    const [wanted, got]: [unknown, unknown] = [JSON.parse(recorded), JSON.parse(line)]
    if (!isJsonObject(wanted) || !isJsonObject(got) || !matches(wanted, got)) {
      stop(new Error(`the client wrote\n  ${line}\nwhere the trace has\n  ${recorded}`))
      return false
    }
    if (wanted.method !== undefined) ids.set(wanted.id, got.id)
    return true
  }

  const advance = (): void => {
    for (let record = trace[at]; record !== undefined; record = trace[at]) {
      if (record.from === "client") {
        const line = written.shift()
        if (line === undefined || !check(record.line, line)) return
      }
      at++
      if (record.from === "agent") agent.write(withLiveId(record.line, ids))
      else if (record.from === "stderr") port.stderr(`${record.line}\n`)
      else if (record.from === "exit") port.exit(record.code, record.signal)
    }
    settle?.resolve()
  }

  agent.lines.subscribe({
    next: (line) => {
      if (line._tag === "Line") written.push(line.text)
      advance()
    },
    complete: () => {
      const record = trace[at]
      if (record?.from === "client") stop(new Error(`the client left before it wrote\n  ${record.line}`))
    }
  })

  advance()
  return { ...client, done }
}

const sameCall = (recorded: JsonObject, written: JsonObject): boolean =>
  recorded.method === undefined
    ? written.method === undefined &&
      recorded.id === written.id &&
      (recorded.error === undefined) === (written.error === undefined)
    : recorded.method === written.method && (recorded.id === undefined) === (written.id === undefined)

/** An answer under the id that the client used in this run; other lines as they are. */
const withLiveId = (line: string, ids: ReadonlyMap<unknown, unknown>): string => {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return line
  }
  if (!isJsonObject(message) || message.method !== undefined || !ids.has(message.id)) return line
  const id = ids.get(message.id)
  return id === message.id ? line : JSON.stringify({ ...message, id })
}
