/** The ways in which an agent can try to fill the host, each played by hand against a connection with default options. */
import { type Connection, type ConnectOptions, connect, createTransport, type Session } from "@rxacp/core"
import { firstValueFrom, NEVER, Subject } from "rxjs"

/** A host that was attacked; it is kept while its memory is measured. */
export interface Attacked {
  readonly connection: Connection
  readonly session: Session
  readonly diagnostics: ReadonlyMap<string, number>
  /** Lets the agent write a line, or bytes. */
  readonly send: (text: string | Uint8Array) => void
}

/** Plays one attack. */
export type HeldCase = () => Promise<Attacked>

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A running prompt on a connection whose agent is the caller. With `deaf` the agent takes one line of what is written. */
const attack = async (
  options: Partial<ConnectOptions> & { readonly deaf?: boolean; readonly idle?: boolean } = {}
): Promise<Attacked> => {
  const { deaf = false, idle = false, ...connectOptions } = options
  const bytes = new Subject<Uint8Array>()
  const diagnostics = new Map<string, number>()
  const send = (text: string | Uint8Array): void =>
    bytes.next(typeof text === "string" ? Buffer.from(`${text}\n`) : text)
  let isReading = true
  const answer = (line: string): void => {
    const { id, method } = JSON.parse(line)
    const results: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: 1, agentCapabilities: {} },
      "session/new": { sessionId: "s" }
    }
    const result = results[method]
    if (result !== undefined) send(JSON.stringify({ jsonrpc: "2.0", id, result }))
    if (method === "session/prompt" && deaf) isReading = false
  }
  const transport = createTransport({
    source: { bytes, pause: () => {}, resume: () => {} },
    write: (line) => {
      if (!isReading) return new Promise(() => {})
      answer(line)
      return undefined
    },
    close: () => bytes.complete()
  })
  const connection = connect(transport, { info: { name: "host", version: "1" }, ...connectOptions })
  connection.diagnostics.subscribe(({ _tag }) => diagnostics.set(_tag, (diagnostics.get(_tag) ?? 0) + 1))
  const session = await firstValueFrom(connection.open({ cwd: "/" }))
  if (!idle) session.prompt("go").subscribe({ error: () => {} })
  return { connection, session, send, diagnostics }
}

/** Sends so many lines, with a breath now and then. */
const sendAll = async (attacked: Attacked, count: number, lineOf: (i: number) => string): Promise<Attacked> => {
  for (let i = 0; i < count; i++) {
    attacked.send(lineOf(i))
    if (i % 100 === 0) await tick()
  }
  return attacked
}

const request = (id: number | string, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params })

const update = (body: object, sessionId = "s"): string =>
  JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: body } })

const chunk = (text: string, sessionId = "s"): string =>
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }, sessionId)

const permission = (id: number | string): string =>
  request(id, "session/request_permission", { sessionId: "s", toolCall: { toolCallId: "t" }, options: [] })

const filled = (i: number, size: number): string => String(i).padEnd(size, "x")

/** By name. */
export const heldCases: Readonly<Record<string, HeldCase>> = {
  /** 8 MB of a line that does not end, a byte at a time. */
  unfinishedLine: async () => {
    const attacked = await attack()
    for (let i = 0; i < 8e6; i++) {
      attacked.send(new Uint8Array([120]))
      if (i % 10_000 === 0) await tick()
    }
    return attacked
  },
  /** A line of 1 GB. */
  lineOverLimit: async () => {
    const attacked = await attack()
    const part = new Uint8Array(1e6).fill(120)
    for (let i = 0; i < 1_000; i++) attacked.send(part)
    return attacked
  },
  /** 8 million lines in one chunk. */
  linesInOneChunk: async () => {
    const attacked = await attack()
    attacked.send(new TextEncoder().encode("1\n".repeat(8e6)))
    return attacked
  },
  /** 100,000 permission requests that nobody answers. */
  openRequests: async () => sendAll(await attack({ permissions: () => NEVER }), 100_000, permission),
  /** The same with ids of 1 MB. */
  openRequestsWithLongIds: async () =>
    sendAll(await attack({ permissions: () => NEVER }), 300, (i) => permission(filled(i, 1e6))),
  /** 5,000 answers of 64 kB for an agent that does not read. */
  unreadAnswers: async () => {
    const handlers = { _read: () => [{ text: "x".repeat(65_536) }] }
    return sendAll(await attack({ deaf: true, handlers }), 5_000, (i) => request(i, "_read", {}))
  },
  /** 300,000 refusals for an agent that does not read. */
  unreadRefusals: async () => sendAll(await attack({ deaf: true }), 300_000, (i) => request(i, "_unknown", {})),
  /** Diagnostics of 100 lines of 4 MB that are no JSON, all kept by the host. */
  keptDiagnostics: async () => {
    const attacked = await attack()
    const kept: Array<unknown> = []
    attacked.connection.diagnostics.subscribe((diagnostic) => kept.push(diagnostic))
    await sendAll(attacked, 100, (i) => filled(i, 4e6))
    return Object.assign(attacked, { kept })
  },
  /** 1,500 updates of 1 MB between turns, which nobody reads. */
  events: async () => sendAll(await attack({ idle: true }), 1_500, (i) => chunk(filled(i, 1e6))),
  /** 1,500 chunks of 1 MB, read as the events of the prompt alone. */
  promptedOnly: async () => sendAll(await attack(), 1_500, (i) => chunk(filled(i, 1e6))),
  /** The same, of sessions that nobody asked for. */
  unclaimedSessions: async () => sendAll(await attack(), 100, (i) => chunk(filled(i, 4e6), `n${i}`)),
  /** 1,000 open tool calls of 2 MB. */
  openToolCalls: async () =>
    sendAll(await attack({ permissions: () => NEVER }), 1_000, (i) =>
      update({ sessionUpdate: "tool_call", toolCallId: `t${i}`, title: "x", rawInput: filled(i, 2e6) })
    ),
  /** 3,000 message ids of 400 kB. */
  longMessageIds: async () =>
    sendAll(await attack(), 3_000, (i) =>
      update({
        sessionUpdate: "agent_message_chunk",
        messageId: filled(i, 400_000),
        content: { type: "text", text: "a" }
      })
    )
}
