/** A connection whose agent is the test: it reads what was written and says what arrives. */

import {
  type ConnectOptions,
  connect,
  type Diagnostic,
  memoryTransport,
  type Session,
  type SessionEvent,
  type TransportOptions
} from "@rxacp/core"
import { firstValueFrom, type Observable } from "rxjs"

/** A JSON-RPC message as the test sees it. */
export interface WireMessage {
  readonly id?: number | string | null
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** What `wire` is made with. */
export interface WireOptions extends Partial<ConnectOptions> {
  readonly transport?: TransportOptions
}

/** An agent that offers everything. */
export const everything = {
  protocolVersion: 1,
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
    mcpCapabilities: { http: true, sse: true },
    sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
    auth: { logout: {} }
  },
  authMethods: [{ id: "key", name: "API key" }]
}

/** Connects to an agent that is played by hand. */
export const wire = ({ transport: transportOptions, ...options }: WireOptions = {}) => {
  const transport = memoryTransport(transportOptions)
  const connection = connect(transport, { info: { name: "test", version: "0" }, ...options })
  const diagnostics: Array<Diagnostic> = []
  connection.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))

  const sent = (): ReadonlyArray<WireMessage> => transport.sent.map((line) => JSON.parse(line) as WireMessage)
  const say = (message: object): void => transport.receive(JSON.stringify({ jsonrpc: "2.0", ...message }))
  /** The newest unanswered request of a method. */
  const asked = (method: string): WireMessage => {
    const found = sent().findLast((message) => message.method === method && message.id !== undefined)
    if (found === undefined) throw new Error(`nothing asked for ${method}: ${transport.sent.join("\n")}`)
    return found
  }

  const self = {
    transport,
    connection,
    diagnostics,
    sent,
    say,
    asked,
    /** The methods, or results and errors, of what was written, in short. */
    written: (): ReadonlyArray<string> =>
      sent().map(({ id, method, result, error }) =>
        method !== undefined
          ? `${method}${id === undefined ? "" : ` #${id}`}`
          : `#${id} ${error === undefined ? JSON.stringify(result) : error.code}`
      ),
    answer: (method: string, result: unknown): void => say({ id: asked(method).id, result }),
    refuse: (method: string, code: number, message = "no"): void =>
      say({ id: asked(method).id, error: { code, message } }),
    update: (update: object, sessionId = "s1"): void =>
      say({ method: "session/update", params: { sessionId, update } }),
    text: (text: string, extra: object = {}, sessionId = "s1"): void =>
      self.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, ...extra }, sessionId),
    askPermission: (
      id: number | string,
      toolCall: object,
      sessionId = "s1",
      options: ReadonlyArray<object> = OPTIONS
    ): void => say({ id, method: "session/request_permission", params: { sessionId, toolCall, options } }),
    /** Opens a session and records its events. */
    open: async (id = "s1", setup: object = {}): Promise<{ session: Session; events: Array<SessionEvent> }> => {
      const opened = firstValueFrom(connection.open({ cwd: "/w" }))
      if (!sent().some(({ method }) => method === "session/new")) self.answer("initialize", everything)
      self.answer("session/new", { sessionId: id, ...setup })
      const session = await opened
      const events: Array<SessionEvent> = []
      session.events.subscribe((event) => events.push(event))
      return { session, events }
    }
  }
  return self
}

/** The options that agents usually offer. */
const OPTIONS = [
  { optionId: "p-17", name: "Always", kind: "allow_always" },
  { optionId: "p-18", name: "Once", kind: "allow_once" },
  { optionId: "p-19", name: "No", kind: "reject_once" }
]

/** Lets promises and microtasks run. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Subscribes and records what comes. */
export const record = <T>(source: Observable<T>) => {
  const seen = { values: [] as Array<T>, error: undefined as unknown, completed: false, unsubscribe: (): void => {} }
  const subscription = source.subscribe({
    next: (value) => seen.values.push(value),
    error: (error) => {
      seen.error = error
    },
    complete: () => {
      seen.completed = true
    }
  })
  seen.unsubscribe = () => subscription.unsubscribe()
  return seen
}
