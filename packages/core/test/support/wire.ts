/** A connection whose agent is the test: it reads what was written and says what arrives. */

import {
  type ConnectOptions,
  connect,
  type Diagnostic,
  type PermissionOption,
  type Session,
  type SessionEvent,
  type ToolCallUpdate,
  type TransportOptions
} from "@rxacp/core"
import { handPlayedAgent } from "@rxacp/core/testing"
import { firstValueFrom, type Observable } from "rxjs"

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
  const transport = handPlayedAgent(transportOptions)
  const connection = connect(transport, { info: { name: "test", version: "0" }, ...options })
  const diagnostics: Array<Diagnostic> = []
  connection.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const { written, writtenInShort, asked, say, answer, refuse } = transport

  const self = {
    transport,
    connection,
    diagnostics,
    sent: written,
    written: writtenInShort,
    asked,
    say,
    answer,
    refuse,
    update: (update: object, sessionId = "s1"): void => transport.update(sessionId, { ...update }),
    text: (text: string, fields: object = {}, sessionId = "s1"): void =>
      transport.reply(sessionId, text, { ...fields }),
    askPermission: (
      id: number | string,
      toolCall: ToolCallUpdate,
      sessionId = "s1",
      options: ReadonlyArray<PermissionOption> = OPTIONS
    ): void => transport.askPermission(id, sessionId, toolCall, options),
    /** Opens a session and records its events. */
    open: async (id = "s1", setup: object = {}): Promise<{ session: Session; events: Array<SessionEvent> }> => {
      const opened = firstValueFrom(connection.open({ cwd: "/w" }))
      if (!written().some(({ method }) => method === "session/new")) self.answer("initialize", everything)
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
const OPTIONS: ReadonlyArray<PermissionOption> = [
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
