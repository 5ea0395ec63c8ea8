/** An agent that the test plays by hand: it looks at what the client wrote and says what arrives. */

import type { ContentBlock, PermissionOption, ToolCallUpdate } from "../schema/index.ts"
import type { TransportOptions } from "../transport/create-transport.ts"
import { type MemoryTransport, memoryTransport } from "../transport/memory.ts"
import type { RpcError, RpcId } from "../wire/messages/message.ts"
import type { AnyUpdate, WireObject } from "./step.ts"
import { permissionOptions } from "./steps.ts"

/** A message as the client wrote it, parsed. Ids past 2^53 lose digits here; the lines in `sent` have them. */
export interface WrittenMessage {
  readonly id?: Exclude<RpcId, bigint>
  readonly method?: string
  readonly params?: WireObject
  readonly result?: unknown
  readonly error?: RpcError
}

/** A transport for the client, and the agent's side of it in the hands of the test. All that arrives is delivered at once. */
export interface HandPlayedAgent extends MemoryTransport {
  /** What the client has written so far. */
  readonly written: () => ReadonlyArray<WrittenMessage>
  /** The same in short: `session/new #1`, `session/cancel`, `#5 {"outcome":…}`, `#5 -32601`. */
  readonly writtenInShort: () => ReadonlyArray<string>
  /** The newest request of a method; throws when the client has made none. */
  readonly asked: (method: string) => WrittenMessage
  /** Says any message; `jsonrpc` is added. */
  readonly say: (message: object) => void
  /** Answers the newest request of a method. */
  readonly answer: (method: string, result: unknown) => void
  /** Answers it with an error. */
  readonly refuse: (method: string, code: number, message?: string) => void
  /** Reports an update of a session, also one that no schema allows. */
  readonly update: (sessionId: string, update: AnyUpdate) => void
  /** Reports a chunk of the agent's reply; `fields` go beside its content. */
  readonly reply: (sessionId: string, content: string | ContentBlock, fields?: WireObject) => void
  /** Asks for permission under an id of the test's choice. */
  readonly askPermission: (
    id: RpcId,
    sessionId: string,
    toolCall: ToolCallUpdate,
    options?: ReadonlyArray<PermissionOption>
  ) => void
}

/**
 * An agent to be played by hand, in memory and without a clock: `const agent = handPlayedAgent()`, `connect(agent, …)`, and
 * then question and answer in the order that the test is about.
 */
export const handPlayedAgent = (options: TransportOptions = {}): HandPlayedAgent => {
  const transport = memoryTransport(options)
  const written = (): ReadonlyArray<WrittenMessage> => transport.sent.map((line) => JSON.parse(line) as WrittenMessage)
  const say = (message: object): void => transport.receive(JSON.stringify({ jsonrpc: "2.0", ...message }))
  const asked = (method: string): WrittenMessage => {
    const found = written().findLast((message) => message.method === method && message.id !== undefined)
    if (found === undefined)
      throw new Error(`the client has not asked for ${method}, but: ${transport.sent.join("\n")}`)
    return found
  }
  const update = (sessionId: string, update: AnyUpdate): void =>
    say({ method: "session/update", params: { sessionId, update } })

  return {
    ...transport,
    written,
    writtenInShort: () => written().map(inShort),
    asked,
    say,
    answer: (method, result) => say({ id: asked(method).id, result }),
    refuse: (method, code, message = "refused") => say({ id: asked(method).id, error: { code, message } }),
    update,
    reply: (sessionId, content, fields = {}) =>
      update(sessionId, {
        sessionUpdate: "agent_message_chunk",
        content: typeof content === "string" ? { type: "text", text: content } : content,
        ...fields
      }),
    askPermission: (id, sessionId, toolCall, options = permissionOptions) =>
      say({ id, method: "session/request_permission", params: { sessionId, toolCall, options } })
  }
}

const inShort = ({ id, method, result, error }: WrittenMessage): string => {
  const number = id === undefined ? "" : `#${id}`
  if (method !== undefined) return `${method} ${number}`.trimEnd()
  return `${number} ${error === undefined ? JSON.stringify(result) : error.code}`
}
