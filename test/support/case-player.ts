/** Plays a case against `connect`, with the agent that the case describes. */
import {
  AgentExited,
  type Connection,
  type ConnectOptions,
  connect,
  type Diagnostic,
  type MemoryTransport,
  memoryTransport,
  type PermissionHandler,
  type PermissionOption,
  type RequestPermissionOutcome,
  type Session,
  type SessionEvent,
  selectOption
} from "@rxacp/core"
import type { WrittenMessage } from "@rxacp/core/testing"
import { emptySession, foldSession, type SessionState } from "@rxacp/fold"
import { type Observable, Subject } from "rxjs"
import { settled } from "../../packages/core/test/support/wire.ts"
import { withRealIds } from "./case-ids.ts"
import { type Case, type CaseLine, lineBytes } from "./cases.ts"

/** One call of ours and how it ended; neither `value` nor `failure` while it is open. */
export interface PlayedCall {
  readonly method: string
  readonly value?: unknown
  readonly failure?: unknown
  /** How often it ended; more than once would be a fault. */
  readonly ends: number
}

/** What came of a case. */
export interface PlayedCase {
  readonly connection: Connection
  readonly transport: MemoryTransport
  /** The state of session `s1` after each line. */
  readonly states: ReadonlyArray<SessionState>
  readonly state: SessionState
  readonly events: ReadonlyArray<SessionEvent>
  /** Whether the session's events have completed. */
  readonly completed: boolean
  /** Our calls, by the id that they have in the case. */
  readonly calls: ReadonlyMap<string, PlayedCall>
  /** What we wrote besides those calls and the handshake. */
  readonly replies: ReadonlyArray<WrittenMessage>
  readonly sent: ReadonlyArray<WrittenMessage>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

const SESSION = "s1"
/** What the agent offers where a case leaves the handshake out; short, for a case that limits its lines. */
const AGENT = { protocolVersion: 1, agentCapabilities: { loadSession: true } }

const reasonOf = (lines: ReadonlyArray<CaseLine>): AgentExited | undefined => {
  const exit = lines.find((line) => typeof line === "object" && "exit" in line)
  if (exit === undefined || typeof exit === "string" || !("exit" in exit)) return undefined
  return new AgentExited({ ...exit.exit, stderrTail: "last words", phase: "running" })
}

/** A permission request that somebody was asked about. */
interface Asked {
  readonly offered: ReadonlyArray<PermissionOption>
  readonly answer: Subject<RequestPermissionOutcome>
}

/** Plays a case to its end. A permission request stays open unless the case or `options` answer it. */
export const playCase = async (input: Case, options: Partial<ConnectOptions> = {}): Promise<PlayedCase> => {
  const { client = [], lines } = input
  const { maxLineBytes } = input.options ?? {}
  const asked: Array<Asked> = []
  const permissions: PermissionHandler = ({ options: offered }) => {
    const answer = new Subject<RequestPermissionOutcome>()
    asked.push({ offered, answer })
    return answer
  }
  const start = () => {
    const transport = memoryTransport(maxLineBytes === undefined ? {} : { maxLineBytes })
    const info = { name: "test", version: "0" }
    return { transport, connection: connect(transport, { info, permissions, ...options }) }
  }
  let { transport, connection } = start()
  const diagnostics: Array<Diagnostic> = []
  connection.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const ids = new Map<string, number>()
  const calls = new Map<string, PlayedCall>()
  const events: Array<SessionEvent> = []
  const states: Array<SessionState> = []
  let state = emptySession({ sessionId: SESSION })
  let session: Session | undefined
  let completed = false

  const sent = (): ReadonlyArray<WrittenMessage> => transport.sent.map((line): WrittenMessage => JSON.parse(line))

  const take = (handle: Session): Session => {
    if (session !== undefined) return session
    session = handle
    handle.events.subscribe({
      next: (event) => {
        events.push(event)
        state = foldSession(state, event)
      },
      complete: () => {
        completed = true
      }
    })
    return handle
  }

  const request = ({ method, params = {} }: WrittenMessage): Observable<unknown> => {
    const cwd = String(params.cwd)
    switch (method) {
      case "initialize":
        return connection.initialize()
      case "session/new":
        return connection.newSession({ cwd })
      case "session/load":
        return take(connection.session(SESSION)).load({ cwd })
      case "session/prompt":
        return (session ?? take(connection.session(SESSION))).prompt(params.prompt as Parameters<Session["prompt"]>[0])
      case "session/set_mode":
        return connection.session(SESSION).setMode(String(params.modeId))
      default:
        throw new Error(`the player knows no ${method}`)
    }
  }

  const send = (id: string, method: string, call: Observable<unknown>): void => {
    calls.set(id, { method, ends: 0 })
    const end = (how: object): void => {
      const known = calls.get(id) ?? { method, ends: 0 }
      calls.set(id, { ...known, ...how, ends: known.ends + 1 })
    }
    let value: unknown
    call.subscribe({
      next: (next) => {
        value = next
        // Whoever opens a session looks at it as soon as there is one.
        if (method === "session/new") take(connection.session(SESSION))
      },
      error: (failure) => end({ failure }),
      complete: () => end({ value })
    })
    const written = sent().findLast((message) => message.method === method && message.id !== undefined)
    if (typeof written?.id === "number") ids.set(id, written.id)
  }

  const handshake = async (): Promise<void> => {
    connection.initialize().subscribe()
    transport.receive(JSON.stringify({ jsonrpc: "2.0", id: sent()[0]?.id, result: AGENT }))
    await settled()
  }

  const say = async (words: string): Promise<void> => {
    if (words === "cancel()") session?.cancel()
    else if (words.startsWith("connect(); newSession()")) {
      send("newSession", "session/new", connection.newSession({ cwd: "/w" }))
    } else if (words === "restart agent, same session object") {
      ;({ transport, connection } = start())
      await handshake()
    } else if (words === "deny all") {
      for (const { offered, answer } of asked) answer.next(selectOption(offered, "reject"))
    } else throw new Error(`the player can't ${words}`)
  }

  const steps = async (index: number): Promise<void> => {
    for (const step of client.filter(({ before }) => before === index)) {
      if ("call" in step) await say(step.call)
      else send(String(step.send.id), step.send.method, request(step.send))
      await settled()
    }
  }

  if (!client.some((step) => "send" in step && step.send.method === "initialize")) await handshake()
  if (!client.some((step) => "send" in step && step.send.method === "session/new")) take(connection.session(SESSION))

  for (const [index, line] of lines.entries()) {
    await steps(index)
    const bytes = lineBytes(line)
    if (bytes !== undefined) transport.receive(withRealIds(bytes, ids))
    else if (typeof line === "object" && "eof" in line) transport.finish(reasonOf(lines))
    await settled()
    states.push(state)
  }
  await steps(lines.length)

  const own = new Set<unknown>([...calls.values()].map(({ method }) => method))
  return {
    connection,
    transport,
    states,
    state,
    events,
    completed,
    calls,
    replies: sent().filter(({ method }) => method !== "initialize" && !own.has(method)),
    sent: sent(),
    diagnostics
  }
}
