import {
  concat,
  EMPTY,
  finalize,
  firstValueFrom,
  lastValueFrom,
  map,
  mergeMap,
  NEVER,
  type Observable,
  of,
  range,
  throwError,
  toArray
} from "rxjs"
import { describe, expect, it } from "vitest"
import { type AgentHandlers, serveAgent } from "../../src/agent/index.ts"
import {
  AuthRequired,
  CapabilityMissing,
  type ConnectOptions,
  connect,
  type Diagnostic,
  memoryPair,
  memoryTransport,
  RequestFailed,
  type SessionUpdate
} from "../../src/index.ts"
import { record, settled } from "../support/wire.ts"

const say = (text: string): SessionUpdate => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } })

const basic: AgentHandlers = {
  newSession: () => of({ sessionId: "s1" }),
  prompt: () => of(say("hi"))
}

/** A client connected to a served agent. */
const pair = (handlers: Partial<AgentHandlers> = {}, options: Partial<ConnectOptions> = {}) => {
  const [client, agent] = memoryPair()
  const served = serveAgent(agent, { ...basic, ...handlers })
  const diagnostics: Array<Diagnostic> = []
  served.diagnostics.subscribe((diagnostic) => diagnostics.push(diagnostic))
  const connection = connect(client, { info: { name: "test", version: "0" }, ...options })
  return { client, connection, served, diagnostics, open: () => firstValueFrom(connection.open({ cwd: "/w" })) }
}

/** A served agent whose client is the test. */
const byHand = (handlers: Partial<AgentHandlers> = {}) => {
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

const texts = (turn: Observable<unknown>) =>
  lastValueFrom(
    turn.pipe(
      toArray(),
      map((events) => events.map((event) => JSON.stringify(event)).join("\n"))
    )
  )

describe("the handshake of an agent", () => {
  it("an agent advertises what it has handlers for, and its given capabilities", () => {
    const agent = byHand({
      info: { name: "a", version: "1" },
      capabilities: { promptCapabilities: { image: true }, additionalDirectories: true },
      loadSession: () => EMPTY,
      list: () => of({ sessions: [] }),
      close: () => EMPTY,
      logout: () => EMPTY,
      authMethods: [{ id: "key", name: "Key" }]
    })
    agent.initialize()
    expect(agent.sent()).toEqual([
      {
        jsonrpc: "2.0",
        id: "i",
        result: {
          protocolVersion: 1,
          agentCapabilities: {
            promptCapabilities: { image: true },
            loadSession: true,
            sessionCapabilities: { list: {}, close: {}, additionalDirectories: {} },
            auth: { logout: {} }
          },
          authMethods: [{ id: "key", name: "Key" }],
          agentInfo: { name: "a", version: "1" }
        }
      }
    ])
  })

  it("an agent answers an unsupported version with its own", () => {
    const agent = byHand()
    agent.initialize({}, 7)
    expect(agent.sent()[0].result.protocolVersion).toBe(1)
  })

  it("the handshake of an agent comes before everything else, and once", () => {
    const agent = byHand()
    agent.send({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } })
    agent.send({ id: 2, method: "_x/unknown" })
    agent.initialize()
    agent.initialize()
    expect(agent.sent().map(({ error }) => error?.code)).toEqual([-32600, -32600, undefined, -32600])
  })
})

describe("requests to an agent", () => {
  it("requests without a handler are answered as not supported, bad params with their place", () => {
    const agent = byHand({ handlers: { "_x/echo": (params) => of(params) } })
    agent.initialize()
    agent.send({ id: 1, method: "session/load", params: {} })
    agent.send({ id: 2, method: "session/new", params: { cwd: 7 } })
    agent.send({ id: 3, method: "_x/echo", params: { n: 1 } })
    agent.send({ id: 4, method: "_x/other" })
    expect(agent.sent().slice(1)).toMatchObject([
      { id: 1, error: { code: -32601 } },
      { id: 2, error: { code: -32602, data: { path: ["cwd"] } } },
      { id: 3, result: { n: 1 } },
      { id: 4, error: { code: -32601 } }
    ])
    expect(agent.diagnostics).toMatchObject([{ _tag: "InvalidParams", method: "session/new" }])
  })

  it("requests are answered with the code of the failure of a handler, and nothing of other errors", () => {
    const agent = byHand({
      newSession: () => throwError(() => new AuthRequired({ method: "session/new", authMethods: [] })),
      list: () => throwError(() => new RequestFailed({ code: -32002, message: "gone", method: "session/list" })),
      authenticate: () => {
        throw new Error("secret")
      }
    })
    agent.initialize()
    agent.send({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } })
    agent.send({ id: 2, method: "session/list" })
    agent.send({ id: 3, method: "authenticate", params: { methodId: "m" } })
    expect(agent.sent().slice(1)).toMatchObject([
      { id: 1, error: { code: -32000 } },
      { id: 2, error: { code: -32002, message: "gone" } },
      { id: 3, error: { code: -32603, message: "Internal error" } }
    ])
    expect(agent.diagnostics).toEqual([{ _tag: "HandlerFailed", method: "authenticate", reason: "Error: secret" }])
  })

  it("requests to an agent are unsubscribed by $/cancel_request and answered -32800", () => {
    let signal: AbortSignal | undefined
    let gone = 0
    const agent = byHand({
      list: (_, context) => {
        signal = context.signal
        return NEVER.pipe(finalize(() => gone++))
      }
    })
    agent.initialize()
    agent.send({ id: 1, method: "session/list" })
    agent.send({ method: "$/cancel_request", params: { requestId: 1 } })
    expect(agent.sent()[1]).toMatchObject({ id: 1, error: { code: -32800 } })
    expect([gone, signal?.aborted]).toEqual([1, true])
  })
})

describe("a turn of an agent", () => {
  it("a turn of an agent writes its updates in order and ends when they do", async () => {
    const agent = pair({ prompt: () => of(say("a"), say("b")) })
    const session = await agent.open()
    const events = await lastValueFrom(session.prompt("go").pipe(toArray()))
    expect(
      events.map((event) =>
        "update" in event ? (event.update as { content: { text: string } }).content.text : event._tag
      )
    ).toEqual(["TurnStarted", "a", "b", "TurnEnded"])
    expect(events.at(-1)).toMatchObject({ stopReason: "end_turn" })
  })

  it.each([
    ["an Observable", () => concat(of(say("a")), of({ stopReason: "max_tokens" }), NEVER)],
    ["an array", () => [say("a"), { stopReason: "max_tokens" }]],
    ["a promise", () => Promise.resolve({ stopReason: "max_tokens" })],
    [
      "a generator",
      async function* () {
        yield say("a")
        yield { stopReason: "max_tokens" }
      }
    ]
  ])("a turn of an agent ends with the stop reason that it emits from %s", async (_, prompt) => {
    const agent = pair({ prompt })
    const session = await agent.open()
    expect(await lastValueFrom(session.prompt("go"))).toMatchObject({ _tag: "TurnEnded", stopReason: "max_tokens" })
  })

  it("a turn of an agent is unsubscribed on session/cancel, cancels its requests, and is answered cancelled", async () => {
    let gone = 0
    const agent = byHand({
      prompt: (_, context) =>
        context.requestPermission({ toolCall: { toolCallId: "c" }, options: [] }).pipe(
          mergeMap(() => EMPTY),
          finalize(() => gone++)
        )
    })
    agent.initialize()
    agent.send({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
    agent.send({ method: "session/cancel", params: { sessionId: "other" } })
    expect(gone).toBe(0)
    agent.send({ method: "session/cancel", params: { sessionId: "s1" } })
    expect(gone).toBe(1)
    expect(agent.sent().slice(1)).toMatchObject([
      { id: 0, method: "session/request_permission", params: { sessionId: "s1" } },
      { method: "$/cancel_request", params: { requestId: 0 } },
      { id: 1, result: { stopReason: "cancelled" } }
    ])
  })

  it("a turn of an agent runs alone in its session, and beside those of others", () => {
    const agent = byHand({ prompt: () => NEVER })
    agent.initialize()
    agent.send({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
    agent.send({ id: 2, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
    agent.send({ id: 3, method: "session/prompt", params: { sessionId: "s2", prompt: [] } })
    expect(agent.sent().slice(1)).toMatchObject([{ id: 2, error: { code: -32600 } }])
  })

  it("a turn of an agent is cancelled by closing its session", () => {
    const agent = byHand({ prompt: () => NEVER, close: () => EMPTY })
    agent.initialize()
    agent.send({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
    agent.send({ id: 2, method: "session/close", params: { sessionId: "s1" } })
    expect(agent.sent().slice(1)).toMatchObject([
      { id: 1, result: { stopReason: "cancelled" } },
      { id: 2, result: {} }
    ])
  })

  it("a turn of an agent writes what was emitted before an error, then the error", async () => {
    const boom = throwError(() => new Error("boom"))
    const agent = pair({ prompt: () => concat(of(say("a"), say("b")), boom) })
    const session = await agent.open()
    const release = agent.client.flow.hold()
    const turn = record(session.prompt("go"))
    await settled()
    release()
    await settled()
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "Update", "Update", "TurnFailed"])
  })

  it("a turn of an agent makes room for the next one, however it ended", async () => {
    const turns = [() => of(say("a")), () => NEVER, () => throwError(() => new Error("boom")), () => of(say("b"))]
    const agent = pair({ prompt: () => turns.shift()?.() ?? EMPTY })
    const session = await agent.open()
    await lastValueFrom(session.prompt("ends"))
    record(session.prompt("is cancelled")).unsubscribe()
    await lastValueFrom(session.prompt("fails")).catch(() => {})
    expect(await texts(session.prompt("ends"))).toContain("b")
  })

  it("a turn of an agent is unsubscribed when the client disconnects", async () => {
    let gone = 0
    const agent = pair({ prompt: () => NEVER.pipe(finalize(() => gone++)) })
    const session = await agent.open()
    record(session.prompt("go"))
    await settled()
    await agent.connection.close()
    await settled()
    expect(gone).toBe(1)
  })

  it("a turn of an agent reads an iterable no faster than the client takes its values", async () => {
    let produced = 0
    const [client, transport] = memoryPair()
    serveAgent(transport, {
      ...basic,
      *prompt() {
        for (; produced < 100_000; produced++) yield say("x")
      }
    })
    const connection = connect(client, { info: { name: "test", version: "0" } })
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    const whole = lastValueFrom(session.prompt("go").pipe(toArray()))
    const release = client.flow.hold()
    await settled()
    expect(produced).toBeLessThan(5)
    release()
    expect(await whole).toHaveLength(100_002)
  })

  it("a turn of an agent keeps what an Observable pushes until the client takes it, within the limit", async () => {
    const [client, transport] = memoryPair({}, { maxOutgoingBytes: 1_000 })
    serveAgent(transport, { ...basic, prompt: () => range(0, 50_000).pipe(map((n) => say(String(n)))) })
    const connection = connect(client, { info: { name: "test", version: "0" } })
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    const release = client.flow.hold()
    const whole = lastValueFrom(session.prompt("go").pipe(toArray()))
    await settled()
    release()
    expect(await whole).toHaveLength(50_002)
  })
})

describe("the history of a session", () => {
  it("the history of a session is written before the answer to session/load", async () => {
    const agent = pair({
      loadSession: () => of(say("a"), say("b"), { modes: { currentModeId: "m", availableModes: [] } })
    })
    const events = await lastValueFrom(agent.connection.session("s1").load({ cwd: "/w" }).pipe(toArray()))
    expect(events.map(({ _tag }) => _tag)).toEqual(["LoadStarted", "Update", "Update", "LoadEnded"])
    expect(events.at(-1)).toMatchObject({ ok: true, modes: { currentModeId: "m" } })
  })

  it("a history may end without modes", async () => {
    const agent = pair({ loadSession: () => of(say("a")) })
    const events = await lastValueFrom(agent.connection.session("s1").load({ cwd: "/w" }).pipe(toArray()))
    expect(events.at(-1)).toMatchObject({ _tag: "LoadEnded", ok: true })
  })
})

describe("what an agent asks its client for", () => {
  it("a request of an agent is answered by the client's services", async () => {
    const agent = pair(
      {
        prompt: (_, context) =>
          context.readTextFile({ path: "/w/a" }).pipe(
            mergeMap(({ content }) =>
              context.requestPermission({
                toolCall: { toolCallId: "c", title: content },
                options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
              })
            ),
            map(({ outcome }) => say(JSON.stringify(outcome)))
          )
      },
      {
        files: { readTextFile: () => of({ content: "text" }) },
        permissions: () => of({ outcome: "selected" as const, optionId: "y" })
      }
    )
    const session = await agent.open()
    expect(await texts(session.prompt("go"))).toContain(String.raw`{\"outcome\":\"selected\",\"optionId\":\"y\"}`)
  })

  it("a request of an agent fails with CapabilityMissing and writes nothing when the client does not support it", () => {
    const agent = byHand()
    agent.initialize({ fs: { readTextFile: true } })
    const before = agent.sent().length
    const session = agent.served.session("s1")
    for (const call of [
      session.writeTextFile({ path: "/a", content: "" }),
      session.terminals.create({ command: "ls" }),
      session.elicit({ mode: "url", message: "m", elicitationId: "e", url: "https://example.com" })
    ]) {
      expect(record<unknown>(call).error).toBeInstanceOf(CapabilityMissing)
    }
    expect(() => agent.served.completeElicitation("e")).toThrow(CapabilityMissing)
    expect(agent.sent()).toHaveLength(before)
    record(session.readTextFile({ path: "/a" }))
    expect(agent.sent().at(-1)).toMatchObject({ method: "fs/read_text_file", params: { sessionId: "s1", path: "/a" } })
  })

  it("a request of an agent is cold, and cancelled with $/cancel_request", () => {
    const agent = byHand()
    agent.initialize({ terminal: true })
    const call = agent.served.session("s1").terminals.waitForExit("t1")
    expect(agent.sent()).toHaveLength(1)
    record(call).unsubscribe()
    expect(agent.sent().slice(1)).toMatchObject([
      { id: 0, method: "terminal/wait_for_exit", params: { sessionId: "s1", terminalId: "t1" } },
      { method: "$/cancel_request", params: { requestId: 0 } }
    ])
  })

  it("elicitation outside a session belongs to its request", () => {
    const agent = byHand({
      authenticate: (_, context) =>
        context
          .elicit({ mode: "url", message: "m", elicitationId: "e", url: "https://example.com" })
          .pipe(map(() => ({})))
    })
    agent.initialize({ elicitation: { url: {} } })
    agent.send({ id: "a", method: "authenticate", params: { methodId: "m" } })
    expect(agent.sent().at(-1)).toMatchObject({ method: "elicitation/create", params: { requestId: "a", mode: "url" } })
  })
})

describe("an update that not every client shows", () => {
  const notice: SessionUpdate = { sessionUpdate: "notice", severity: "info", title: "t" }

  it("an update that the client does not support is not written, but reported", () => {
    const agent = byHand()
    agent.initialize()
    agent.served.session("s1").update(notice)
    expect(agent.sent()).toHaveLength(1)
    expect(agent.diagnostics).toEqual([
      {
        _tag: "UpdateNotSent",
        sessionId: "s1",
        sessionUpdate: "notice",
        capability: "clientCapabilities.session.notices"
      }
    ])
  })

  it("an update is written for a client that supports it", () => {
    const agent = byHand()
    agent.initialize({ session: { notices: {} } })
    agent.served.session("s1").update(notice)
    expect(agent.sent().at(-1)).toMatchObject({ params: { sessionId: "s1", update: notice } })
  })
})
