/** Every way in, fed with what is made to end the host: each has a typed outcome, and what comes after is read as ever. */
import {
  type Connection,
  connect,
  type Diagnostic,
  decodeMessages,
  decodeParams,
  decodeResult,
  decodeSessionUpdate,
  type MemoryTransport,
  type Method,
  memoryPair,
  memoryTransport,
  methods,
  type RequestMethod,
  type SessionEvent,
  sessionUpdates,
  splitLines
} from "@rxacp/core"
import { serveAgent } from "@rxacp/core/agent"
import { replayJournal } from "@rxacp/core/journal"
import { iacCode, legacy, relay, rewriteMessage, withDialect } from "@rxacp/core/relay"
import { firstValueFrom, of, throwError } from "rxjs"
import { describe, expect, it } from "vitest"
import { DEPTH, hostileJson, hostileLines, hostileValues, ids } from "./hostile.ts"

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lines with a JSON text in each place where a peer can put one. */
const linesWith = (json: string): ReadonlyArray<string> => {
  const envelope = (members: string): string => `{"jsonrpc":"2.0",${members}}`
  const update = (members: string): string =>
    envelope(`"method":"session/update","params":{"sessionId":"s","update":{${members}}}`)
  return [
    json,
    envelope(`"method":"_x","params":${json}`),
    envelope(`"id":"q","method":"_echo","params":${json}`),
    envelope(`"id":"q","method":"_unknown","params":${json}`),
    envelope(`"id":"q","method":${json}`),
    envelope(`"id":${json},"method":"_echo"`),
    envelope(`"method":"$/cancel_request","params":{"requestId":${json}}`),
    envelope(`"id":99,"result":${json}`),
    envelope(`"id":99,"error":{"code":-1,"message":"m","data":${json}}`),
    envelope(`"id":null,"error":${json}`),
    envelope(`"method":"session/update","params":${json}`),
    update(`"sessionUpdate":${json}`),
    update(`"sessionUpdate":"agent_message_chunk","content":${json}`),
    update(`"sessionUpdate":"agent_message_chunk","content":{"type":"wild","x":${json}}`),
    update(`"sessionUpdate":"tool_call","toolCallId":"t","title":"x","rawInput":${json},"content":[${json}]`),
    update(`"sessionUpdate":"plan","entries":[${json}]`),
    envelope(
      `"id":"p","method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t","rawInput":${json}},"options":[${json}]}`
    ),
    envelope(`"id":"e","method":"elicitation/create","params":${json}`),
    envelope(`"id":"f","method":"fs/read_text_file","params":{"sessionId":"s","path":${json}}`)
  ]
}

const plain = (text: string): string =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}}`

const small = hostileJson.filter(([, json]) => json.length < 2_000_000)
const large = hostileJson.filter(([, json]) => json.length >= 2_000_000)

interface Host {
  readonly transport: MemoryTransport
  readonly connection: Connection
  readonly diagnostics: ReadonlyArray<Diagnostic>
  readonly events: ReadonlyArray<SessionEvent>
}

/** A client in the middle of a turn with a cap on its bytes, every service there. */
const host = async (transport = memoryTransport(), on: Parameters<typeof connect>[0] = transport): Promise<Host> => {
  const diagnostics: Array<Diagnostic> = []
  const events: Array<SessionEvent> = []
  const connection = connect(on, {
    info: { name: "host", version: "1" },
    permissions: ({ options }) => of({ outcome: "selected" as const, optionId: options[0]?.optionId ?? "none" }),
    files: { readTextFile: ({ path }) => of({ content: path }) },
    elicitation: { form: () => of({ action: "cancel" as const }) },
    handlers: { _echo: (params) => of(params), _x: () => of({}) }
  })
  connection.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const opened = firstValueFrom(connection.open({ cwd: "/" }))
  await settled()
  transport.receive('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}')
  await settled()
  transport.receive('{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}')
  const session = await opened
  session.events.subscribe({ next: (event) => events.push(event), error: () => {} })
  session.prompt("go", { limits: { maxBytes: 1e9 } }).subscribe({ error: () => {} })
  await settled()
  return { transport, connection, diagnostics, events }
}

const lastText = (events: ReadonlyArray<SessionEvent>): unknown => {
  const last = events.at(-1)
  return last?._tag === "Update" && "content" in last.update ? last.update.content : undefined
}

describe("a client reads on after", () => {
  it.each(small)("%s in every place of a line", async (_, json) => {
    const { transport, events } = await host()
    for (const [place, line] of linesWith(json).entries()) {
      transport.receive(line)
      transport.receive(plain(`after ${place}`))
      expect(lastText(events)).toEqual({ type: "text", text: `after ${place}` })
    }
  })

  it.each(large)("%s in params, an answer and an update", async (_, json) => {
    const { transport, events } = await host()
    for (const place of [2, 7, 13]) {
      transport.receive(linesWith(json)[place] as string)
      transport.receive(plain(`after ${place}`))
      expect(lastText(events)).toEqual({ type: "text", text: `after ${place}` })
    }
  })

  it.each(hostileLines)("a line of %s", async (_, line) => {
    const { transport, events } = await host()
    transport.receive(line)
    transport.receive(plain("after"))
    expect(lastText(events)).toEqual({ type: "text", text: "after" })
  })

  it("ids of every kind, which are repeated digit for digit where they are ids", async () => {
    const { transport, events } = await host()
    for (const id of ids) {
      transport.receive(`{"jsonrpc":"2.0","id":${id},"method":"_echo","params":{}}`)
      const answered = transport.sent.at(-1) ?? ""
      if (/^-?[1-9]\d{15,20}$/.test(id) || id.startsWith('"9')) expect(answered).toContain(`"id":${id},`)
      transport.receive(`{"jsonrpc":"2.0","id":${id},"result":{}}`)
      transport.receive(`{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":"m"}}`)
      transport.receive(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${id}}}`)
    }
    transport.receive(plain("after"))
    expect(lastText(events)).toEqual({ type: "text", text: "after" })
  })

  it.each(["iacCode", "legacy"] as const)("hostile lines in the dialect %s", async (name) => {
    const wire = memoryTransport()
    const { events } = await host(wire, name === "legacy" ? withDialect(wire, legacy) : withDialect(wire, iacCode))
    for (const [, json] of small) for (const line of linesWith(json)) wire.receive(line)
    for (const id of ids) wire.receive(`{"jsonrpc":"2.0","id":${id},"method":"_echo","params":{}}`)
    const deepDiff = `{"type":"diff","path":"p","diff":"${"\\n@@".repeat(500_000)}"}`
    wire.receive(linesWith(deepDiff)[13] as string)
    wire.receive(plain("after"))
    expect(lastText(events)).toEqual({ type: "text", text: "after" })
  })
})

describe("what a service answers", () => {
  it.each(hostileValues)("fails one request at most: %s", async (_, value) => {
    const transport = memoryTransport()
    const handlers = { _answer: () => [value()], _throw: () => throwError(value), _now: () => thrown(value()) }
    const connection = connect(transport, { info: { name: "host", version: "1" }, handlers: handlers })
    connection.diagnostics.subscribe()
    await settled()
    for (const method of Object.keys(handlers)) {
      transport.receive(`{"jsonrpc":"2.0","id":"${method}","method":"${method}"}`)
      expect(JSON.parse(transport.sent.at(-1) ?? "{}")).toMatchObject({ jsonrpc: "2.0", id: method })
      transport.receive(`{"jsonrpc":"2.0","method":"${method}"}`)
    }
    await connection.close()
  })

  it.each(hostileValues)("fails one call at most where it is what is sent: %s", async (_, value) => {
    const { connection, transport } = await host()
    const call = firstValueFrom(connection.request("_x", value())).then(
      () => "answered",
      (error: unknown) => error
    )
    await settled()
    const { id, method } = JSON.parse(transport.sent.at(-1) ?? "{}")
    if (method === "_x") transport.receive(`{"jsonrpc":"2.0","id":${id},"result":{}}`)
    const outcome = await call
    expect(outcome === "answered" || outcome instanceof TypeError).toBe(true)
    await connection.close()
  })
})

describe("an agent", () => {
  it("answers on after hostile lines, results and throws", async () => {
    const transport = memoryTransport()
    const extensions = Object.fromEntries(
      hostileValues.flatMap(([, value], i) => [
        [`_answer${i}`, () => [value()]],
        [`_throw${i}`, () => throwError(value)]
      ])
    )
    const served = serveAgent(transport, {
      newSession: () => of({ sessionId: "s" }),
      prompt: () => of({ stopReason: "end_turn" as const }),
      handlers: { ...extensions, _echo: (params) => of(params) }
    })
    served.diagnostics.subscribe()
    transport.receive('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}')
    for (const [, json] of small) for (const line of linesWith(json)) transport.receive(line)
    for (const method of Object.keys(extensions)) {
      transport.receive(`{"jsonrpc":"2.0","id":"${method}","method":"${method}"}`)
      expect(JSON.parse(transport.sent.at(-1) ?? "{}")).toMatchObject({ id: method })
    }
    transport.receive('{"jsonrpc":"2.0","id":"last","method":"_echo","params":{"a":1}}')
    expect(transport.sent.at(-1)).toBe('{"jsonrpc":"2.0","id":"last","result":{"a":1}}')
  })
})

describe("a relay", () => {
  it("passes hostile lines on as they are, and rewritten ones at any depth", async () => {
    const [hostileAgent, agentSide] = memoryPair()
    const [clientSide, client] = memoryPair()
    const running = relay(clientSide, agentSide)
    const seen: Array<number> = []
    client.lines.subscribe((line) => seen.push("text" in line ? line.text.length : -1))
    const lines = small.flatMap(([, json]) => linesWith(json))
    for (const line of lines) {
      hostileAgent.write(line)
      await settled()
    }
    expect(seen).toEqual(lines.map((line) => line.length))
    await running.close()
  })

  it("writes a message of depth 200,000 that was rewritten", () => {
    const text = `{"jsonrpc":"2.0","method":"_x","params":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`
    const transport = memoryTransport()
    const rewritten: Array<string> = []
    transport.messages.subscribe((message) => {
      if (message._tag === "Notification") rewritten.push(rewriteMessage(message, { method: "_y" }).line.text)
    })
    transport.receive(text)
    return settled().then(() => expect(rewritten[0] === text.replace("_x", "_y")).toBe(true))
  })
})

describe("the operators and decoders", () => {
  it.each(small)("give a typed value for %s in every place of a line", (_, json) => {
    const bytes = new TextEncoder().encode(linesWith(json).join("\n"))
    const tags: Array<string> = []
    of(bytes)
      .pipe(splitLines(), decodeMessages(), sessionUpdates())
      .subscribe(({ _tag }) => tags.push(_tag))
    expect(tags.length).toBeGreaterThan(0)
  })

  it.each(small)("read %s in place of params, a result and an update", (_, json) => {
    const value: unknown = JSON.parse(json)
    expect(["Success", "Failure"]).toContain(decodeSessionUpdate(value)._tag)
    for (const method of Object.keys(methods) as Array<keyof typeof methods>) {
      expect(["Success", "Failure"]).toContain(decodeParams(method, value)._tag)
      if (hasResult(method)) expect(["Success", "Failure"]).toContain(decodeResult(method, value)._tag)
    }
  })

  it.each(small)("replay a journal that holds %s", (_, json) => {
    const records = linesWith(json).map((text, i) => ({
      n: i + 1,
      epoch: 1,
      direction: "in" as const,
      seq: i + 1,
      chunk: i + 1,
      text
    }))
    let completed = false
    replayJournal(records).subscribe({ complete: () => (completed = true) })
    expect(completed).toBe(true)
  })
})

const hasResult = (method: Method): method is RequestMethod => methods[method].kind === "request"

const thrown = (value: unknown): never => {
  throw value
}
