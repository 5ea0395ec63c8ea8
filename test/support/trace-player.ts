/** Plays a trace against `connect`: the agent says what it said, our side does what the recorded client did. */
import {
  connect,
  type Diagnostic,
  memoryTransport,
  RequestFailed,
  type RequestPermissionOutcome,
  type SessionEvent
} from "@rxacp/core"
import type { WrittenMessage } from "@rxacp/core/testing"
import { type Observable, Subject } from "rxjs"
import { settled } from "../../packages/core/test/support/wire.ts"
import { linesFrom, readTrace } from "./traces.ts"

/** What came of a trace. */
export interface PlayedTrace {
  /** The session that the trace is about. */
  readonly sessionId: string
  /** All its events. */
  readonly events: ReadonlyArray<SessionEvent>
  /** What we wrote, and what the recorded client had written. */
  readonly sent: ReadonlyArray<WrittenMessage>
  readonly recorded: ReadonlyArray<WrittenMessage>
  /** How our calls ended, by method: `answered`, or the failure. */
  readonly calls: ReadonlyArray<readonly [method: string, outcome: unknown]>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

const sessionOf = (messages: ReadonlyArray<WrittenMessage>): string => {
  const named = messages.map(({ params }) => params?.sessionId).find((id) => typeof id === "string")
  // An agent that opens no session names none.
  return typeof named === "string" ? named : "none"
}

/** Plays the trace with this name to its end. */
export const playTrace = async (name: string): Promise<PlayedTrace> => {
  const trace = readTrace(name)
  const recorded = linesFrom("client", trace).map((line): WrittenMessage => JSON.parse(line))
  const sessionId = sessionOf(recorded)
  const transport = memoryTransport()
  /** What the agent asked and the recorded client has not answered yet, by id. */
  const asked = new Map<WrittenMessage["id"], Subject<never>>()
  const ask = (id: WrittenMessage["id"]): Observable<never> => {
    const answer = new Subject<never>()
    asked.set(id, answer)
    return answer
  }
  const service = (_: unknown, { id }: { readonly id: unknown }) => ask(id as WrittenMessage["id"])
  let permission: WrittenMessage["id"]
  const connection = connect(transport, {
    info: { name: "probe", version: "0" },
    permissions: () => ask(permission),
    files: { readTextFile: service, writeTextFile: service },
    terminals: { create: service, output: service, waitForExit: service, kill: service, release: service }
  })
  const diagnostics: Array<Diagnostic> = []
  connection.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const session = connection.session(sessionId)
  const events: Array<SessionEvent> = []
  session.events.subscribe((event) => events.push(event))
  const calls: Array<readonly [string, unknown]> = []

  const call = ({ method, params = {} }: WrittenMessage): Observable<unknown> => {
    const cwd = String(params.cwd)
    switch (method) {
      case "initialize":
        return connection.initialize()
      case "authenticate":
        return connection.authenticate(String(params.methodId))
      case "session/new":
        return connection.open({ cwd })
      case "session/load":
        return session.load({ cwd })
      case "session/prompt":
        return session.prompt(params.prompt as Parameters<typeof session.prompt>[0])
      default:
        throw new Error(`the player knows no ${method}`)
    }
  }

  const answer = ({ id, result, error }: WrittenMessage): void => {
    const waiting = asked.get(id)
    if (error === undefined) waiting?.next(result as never)
    else waiting?.error(new RequestFailed({ ...error, method: "" }))
  }

  const act = (message: WrittenMessage): void => {
    if (message.method === "session/cancel") session.cancel()
    else if (message.method === undefined) answer(outcomeOf(message))
    else {
      const { method } = message
      call(message).subscribe({
        error: (failure) => calls.push([method, failure]),
        complete: () => calls.push([method, "answered"])
      })
    }
  }

  for (const record of trace) {
    if (record.from === "client") act(JSON.parse(record.line))
    if (record.from === "agent") {
      permission = JSON.parse(record.line).id
      transport.receive(record.line)
    }
    if (record.from === "exit") await connection.close()
    await settled()
  }
  return {
    sessionId,
    events,
    sent: transport.sent.map((line): WrittenMessage => JSON.parse(line)),
    recorded,
    calls,
    diagnostics
  }
}

/** A permission handler gives the outcome, the answer on the wire holds it. */
const outcomeOf = (message: WrittenMessage): WrittenMessage => {
  const { outcome } = (message.result ?? {}) as { readonly outcome?: RequestPermissionOutcome }
  return outcome === undefined ? message : { ...message, result: outcome }
}
