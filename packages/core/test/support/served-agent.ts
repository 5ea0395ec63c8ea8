/** Agents that are served in memory, with a client or with the test at the other end. */
import { firstValueFrom, lastValueFrom, map, type Observable, of, toArray } from "rxjs"
import { type AgentHandlers, serveAgent } from "../../src/agent/index.ts"
import {
  type ConnectOptions,
  connect,
  type Diagnostic,
  memoryPair,
  memoryTransport,
  type SessionUpdate
} from "../../src/index.ts"

/** An update with a chunk of the agent's reply. */
export const say = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text }
})

/** An agent that says hi. */
export const basic: AgentHandlers = {
  newSession: () => of({ sessionId: "s1" }),
  prompt: () => of(say("hi"))
}

/** A client connected to a served agent. */
export const pair = (handlers: Partial<AgentHandlers> = {}, options: Partial<ConnectOptions> = {}) => {
  const [client, agent] = memoryPair()
  const served = serveAgent(agent, { ...basic, ...handlers })
  const diagnostics: Array<Diagnostic> = []
  served.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const connection = connect(client, { info: { name: "test", version: "0" }, ...options })
  return { client, connection, served, diagnostics, open: () => firstValueFrom(connection.open({ cwd: "/w" })) }
}

/** A served agent whose client is the test. */
export const byHand = (handlers: Partial<AgentHandlers> = {}) => {
  const transport = memoryTransport()
  const served = serveAgent(transport, { ...basic, ...handlers })
  const diagnostics: Array<Diagnostic> = []
  served.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const send = (message: object): void => transport.receive(JSON.stringify({ jsonrpc: "2.0", ...message }))
  const sent = () => transport.sent.map((line) => JSON.parse(line))
  return {
    transport,
    served,
    diagnostics,
    send,
    sent,
    initialize: (clientCapabilities: object = {}, protocolVersion = 1) =>
      send({ id: "i", method: "initialize", params: { protocolVersion, clientCapabilities } })
  }
}

/** The events of a turn, each as a line of JSON. */
export const texts = (turn: Observable<unknown>) =>
  lastValueFrom(
    turn.pipe(
      toArray(),
      map((events) => events.map((event) => JSON.stringify(event)).join("\n"))
    )
  )
