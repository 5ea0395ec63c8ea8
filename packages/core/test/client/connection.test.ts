import { config, EMPTY, firstValueFrom, lastValueFrom, map, of, Subject, take, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { serveAgent } from "../../src/agent/index.ts"
import {
  AgentExited,
  AuthRequired,
  CapabilityMissing,
  connect,
  formatTrace,
  InvalidResult,
  LineTooLong,
  type MessageMetadata,
  memoryPair,
  memoryTransport,
  RequestFailed,
  RequestTimedOut,
  retryAfterAuth,
  UnsupportedProtocolVersion
} from "../../src/index.ts"
import { everything, record, settled, wire } from "../support/wire.ts"

describe("the handshake", () => {
  it("a handshake that JSON can't hold fails every call, and leaves none waiting", () => {
    const { connection } = wire({ info: { name: "test", version: "0", _meta: { big: 1n } } })
    for (const call of [connection.initialize(), connection.logout()]) {
      expect(record<unknown>(call).error).toBeInstanceOf(TypeError)
    }
  })

  it("initialize is sent once, by the first call, and nothing else is written before its answer", async () => {
    const agent = wire()
    expect(agent.sent()).toEqual([])
    record(agent.connection.newSession({ cwd: "/w" }))
    record(agent.connection.initialize())
    expect(agent.sent()).toEqual([
      {
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: {
          protocolVersion: 1,
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
          clientInfo: { name: "test", version: "0" }
        }
      }
    ])
    agent.answer("initialize", everything)
    expect(agent.written()).toEqual(["initialize #0", "session/new #1"])
    expect(await firstValueFrom(agent.connection.initialize())).toMatchObject({ protocolVersion: 1 })
  })

  it("initialize advertises the services that are given, and nothing else", () => {
    const agent = wire({
      files: { readTextFile: () => of({ content: "" }) },
      terminals: { create: () => [], output: () => [], waitForExit: () => [], kill: () => [], release: () => [] },
      elicitation: { url: () => of({ action: "cancel" }) },
      capabilities: { session: { notices: {} } }
    })
    record(agent.connection.initialize())
    expect(agent.sent()[0]?.params?.clientCapabilities).toEqual({
      fs: { readTextFile: true, writeTextFile: false },
      terminal: true,
      elicitation: { url: {} },
      session: { notices: {} }
    })
  })

  it("an unsupported protocol version fails all calls, writes nothing more and closes", async () => {
    const agent = wire()
    const call = record(agent.connection.newSession({ cwd: "/w" }))
    agent.answer("initialize", { protocolVersion: 2 })
    expect(call.error).toBeInstanceOf(UnsupportedProtocolVersion)
    expect(call.error).toMatchObject({ requested: 1, answered: 2 })
    const ended = record(agent.connection.ended)
    await settled()
    expect(ended.values).toEqual([{}])
    expect(agent.written()).toEqual(["initialize #0"])
  })

  it.each(["start", "initialize"] as const)("a handshake times out on %s", async (waitedFor) => {
    const agent = wire({ timeouts: { [waitedFor]: 5 } })
    const call = record(agent.connection.initialize())
    if (waitedFor === "initialize") agent.transport.receive("[boot] hello")
    await expect.poll(() => call.error).toBeInstanceOf(RequestTimedOut)
    expect(call.error).toMatchObject({ waitedFor, ms: 5 })
  })

  it("a first line ends the wait for the start of the agent", async () => {
    const agent = wire({ timeouts: { start: 20 } })
    const call = record(agent.connection.initialize())
    agent.transport.receive("[boot] hello")
    await new Promise((resolve) => setTimeout(resolve, 60))
    agent.answer("initialize", everything)
    expect(call.error).toBeUndefined()
    expect(call.values).toHaveLength(1)
  })

  it("a handshake whose answer is not valid fails with InvalidResult", () => {
    const agent = wire()
    const call = record(agent.connection.initialize())
    agent.answer("initialize", { protocolVersion: "1" })
    expect(call.error).toMatchObject({ _tag: "InvalidResult", path: ["protocolVersion"] })
  })
})

describe("calls", () => {
  it.each([
    ["session/load", (c: ReturnType<typeof connect>) => c.session("s").load({ cwd: "/" })],
    ["session/resume", (c: ReturnType<typeof connect>) => c.session("s").resume({ cwd: "/" })],
    ["session/list", (c: ReturnType<typeof connect>) => c.listSessions()],
    ["session/delete", (c: ReturnType<typeof connect>) => c.deleteSession("s")],
    ["session/close", (c: ReturnType<typeof connect>) => c.closeSession("s")],
    ["logout", (c: ReturnType<typeof connect>) => c.logout()],
    [
      "session/new",
      (c: ReturnType<typeof connect>) =>
        c.open({ cwd: "/", mcpServers: [{ type: "http", name: "m", url: "http://localhost", headers: [] }] })
    ],
    ["session/new", (c: ReturnType<typeof connect>) => c.open({ cwd: "/", additionalDirectories: ["/x"] })],
    ["authenticate", (c: ReturnType<typeof connect>) => c.authenticate("terminal-login")],
    ["authenticate", (c: ReturnType<typeof connect>) => c.authenticate("unknown")],
    [
      "session/prompt",
      (c: ReturnType<typeof connect>) => c.session("s").prompt([{ type: "image", data: "", mimeType: "image/png" }])
    ]
  ])("%s fails with CapabilityMissing and writes nothing when it is not supported", (method, call) => {
    const agent = wire()
    record(agent.connection.initialize())
    agent.answer("initialize", {
      protocolVersion: 1,
      authMethods: [{ type: "terminal", id: "terminal-login", name: "Log in", args: ["login"] }]
    })
    const result = record(call(agent.connection) as ReturnType<typeof agent.connection.logout>)
    expect(result.error).toBeInstanceOf(CapabilityMissing)
    expect(result.error).toMatchObject({ method })
    expect(agent.sent()).toHaveLength(1)
  })

  it("setMode and setConfigOption are written only when the session has modes and options", async () => {
    const agent = wire()
    const { session } = await agent.open()
    expect(record(session.setMode("x")).error).toBeInstanceOf(CapabilityMissing)
    expect(record(session.setConfigOption("x", true)).error).toBeInstanceOf(CapabilityMissing)
    const other = await agent.open("s2", {
      modes: { currentModeId: "a", availableModes: [{ id: "a", name: "A" }] },
      configOptions: []
    })
    record(other.session.setMode("b"))
    agent.answer("session/set_mode", null)
    record(other.session.setConfigOption("c", true))
    expect(agent.asked("session/set_config_option").params).toEqual({
      sessionId: "s2",
      configId: "c",
      type: "boolean",
      value: true
    })
    agent.answer("session/set_config_option", { configOptions: [] })
    expect(other.events).toMatchObject([
      { _tag: "SessionOpened", modes: { currentModeId: "a" } },
      { _tag: "ModeSet", modeId: "b", n: 2 },
      { _tag: "ConfigOptionsSet", configOptions: [] }
    ])
    expect(other.events.every(({ seq }) => typeof seq === "number")).toBe(true)
  })

  it("config options may also be offered by an update", async () => {
    const agent = wire()
    const { session } = await agent.open()
    agent.update({ sessionUpdate: "config_option_update", configOptions: [] })
    expect(record(session.setConfigOption("c", "x")).error).toBeUndefined()
    expect(agent.asked("session/set_config_option").params).toEqual({ sessionId: "s1", configId: "c", value: "x" })
    expect(record(session.setMode("x")).error).toBeInstanceOf(CapabilityMissing)
  })

  it("unsubscribing an open call sends $/cancel_request; a settled one does not", async () => {
    const agent = wire()
    await agent.open()
    record(agent.connection.request("_a")).unsubscribe()
    expect(agent.sent().at(-1)).toMatchObject({ method: "$/cancel_request", params: { requestId: 2 } })
    agent.say({ id: 2, result: {} })
    const settledCall = firstValueFrom(agent.connection.request("_b").pipe(take(1)))
    agent.answer("_b", 5)
    expect(await settledCall).toBe(5)
    expect(agent.written().filter((line) => line === "$/cancel_request")).toHaveLength(1)
    expect(agent.diagnostics).toMatchObject([{ _tag: "LateResponse", id: 2, method: "_a" }])
  })

  it("listSessions requests a page only when the subscriber takes more", async () => {
    const agent = wire()
    await agent.open()
    const page = (id: string, nextCursor?: string) => ({ sessions: [{ sessionId: id, cwd: "/w" }], nextCursor })
    const all = lastValueFrom(
      agent.connection.listSessions({ cwd: "/w" }).pipe(
        map(({ sessions }) => sessions[0]?.sessionId),
        toArray()
      )
    )
    agent.answer("session/list", page("a", "next"))
    expect(agent.asked("session/list").params).toEqual({ cwd: "/w", cursor: "next" })
    agent.answer("session/list", page("b"))
    expect(await all).toEqual(["a", "b"])
    const first = firstValueFrom(agent.connection.listSessions())
    const before = agent.sent().length
    agent.answer("session/list", page("a", "next"))
    await first
    expect(agent.sent()).toHaveLength(before)
  })

  it("an answer of -32000 is AuthRequired with the offered methods; retryAfterAuth repeats the call", async () => {
    const agent = wire()
    await agent.open()
    const opened = record(
      agent.connection.open({ cwd: "/w" }).pipe(
        retryAfterAuth(({ authMethods }) => {
          expect(authMethods).toEqual(everything.authMethods)
          return agent.connection.authenticate("key")
        })
      )
    )
    agent.refuse("session/new", -32000)
    agent.answer("authenticate", null)
    agent.answer("session/new", { sessionId: "s2" })
    expect(opened.values).toMatchObject([{ id: "s2" }])

    const again = record(agent.connection.open({ cwd: "/w" }).pipe(retryAfterAuth(() => [])))
    agent.refuse("session/new", -32000)
    agent.refuse("session/new", -32000)
    expect(again.error).toBeInstanceOf(AuthRequired)
  })

  it("calls time out", async () => {
    const agent = wire({ timeouts: { request: 5 } })
    const opening = record(agent.connection.open({ cwd: "/w" }))
    agent.answer("initialize", everything)
    await expect
      .poll(() => opening.error)
      .toMatchObject({ _tag: "RequestTimedOut", method: "session/new", waitedFor: "request" })
    expect(agent.written().at(-1)).toBe("$/cancel_request")
  })

  it("extension calls time out and ask for authentication as the others do", async () => {
    const agent = wire({ timeouts: { request: 5 } })
    await agent.open()
    const refused = record(agent.connection.request("_x"))
    agent.refuse("_x", -32000)
    expect(refused.error).toMatchObject({ _tag: "AuthRequired", method: "_x", authMethods: everything.authMethods })
    const silent = record(agent.connection.request("_y"))
    await expect.poll(() => silent.error).toMatchObject({ _tag: "RequestTimedOut", method: "_y", waitedFor: "request" })
    expect(agent.written().at(-1)).toBe("$/cancel_request")
  })

  it("a failure of a turn whose subscriber has no error handler goes where RxJS reports unhandled errors", async () => {
    const unhandled: Array<unknown> = []
    config.onUnhandledError = (error) => unhandled.push(error)
    try {
      const agent = wire()
      const { session } = await agent.open()
      session.prompt("go").subscribe()
      session
        .prompt("go")
        .pipe(map((event) => event._tag))
        .subscribe(() => {})
      agent.refuse("session/prompt", -32603, "boom")
      await settled()
      expect(unhandled).toMatchObject([{ _tag: "TurnInProgress" }, { _tag: "RequestFailed", message: "boom" }])
    } finally {
      config.onUnhandledError = null
    }
  })

  it("a call without a subscriber raises nothing when the connection ends", async () => {
    const unhandled: Array<unknown> = []
    config.onUnhandledError = (error) => unhandled.push(error)
    try {
      const agent = wire()
      const { session } = await agent.open()
      session.prompt("go")
      agent.connection.request("_x")
      agent.transport.finish()
      await settled()
      expect(unhandled).toEqual([])
    } finally {
      config.onUnhandledError = null
    }
  })
})

describe("what only correlation knows", () => {
  it("diagnostics report stray, duplicate, string and null-error answers, noise and invalid messages", async () => {
    const agent = wire()
    await agent.open()
    const call = record(agent.connection.request("_x"))
    agent.say({ id: 99, result: {} })
    agent.say({ id: 1, result: {} })
    agent.say({ id: "1.0", result: {} })
    agent.say({ id: "02", result: {} })
    agent.say({ id: null, error: { code: -32700, message: "Parse error" } })
    agent.transport.receive("[boot] x".padEnd(600, "x"))
    agent.transport.receive('{"level":"info","id":2}')
    agent.say({ id: "2", result: 7, error: null })
    agent.say({ method: "_vendor/thing" })
    expect(call.values).toEqual([7])
    expect(agent.diagnostics.map(({ _tag }) => _tag)).toEqual([
      "StrayResponse",
      "DuplicateResponse",
      "StrayResponse",
      "StrayResponse",
      "ErrorWithoutId",
      "Noise",
      "InvalidMessage",
      "StringId",
      "NullError",
      "UnknownNotification"
    ])
    expect(agent.diagnostics[5]).toMatchObject({ text: `${"[boot] x".padEnd(512, "x")}…` })
    expect(agent.sent()).toHaveLength(3)
  })

  it("an answer with neither result nor error, or a malformed one, fails its call", async () => {
    const agent = wire()
    await agent.open()
    const one = record(agent.connection.request("_x"))
    agent.say({ id: 2 })
    expect(one.error).toBeInstanceOf(InvalidResult)
    const two = record(agent.connection.request("_x"))
    agent.say({ id: 3, error: { message: "no code" } })
    expect(two.error).toBeInstanceOf(InvalidResult)
    const three = record(agent.connection.request("_x"))
    agent.say({ id: 4, result: 1, error: { code: 1, message: "both" } })
    agent.say({ id: 4, result: 2, method: "_x" })
    expect([three.error, three.values]).toEqual([undefined, []])
    agent.say({ id: 4, result: 3 })
    expect(three.values).toEqual([3])
  })

  it("a skipped line fails the call it answered; one without an id names the calls that wait", async () => {
    const agent = wire({ transport: { maxLineBytes: 1000 } })
    await agent.open()
    const call = record(agent.connection.request("_x"))
    agent.transport.receive(`${"z".repeat(2000)}`)
    agent.say({ result: "y".repeat(2000), id: 2 })
    expect(call.error).toBeInstanceOf(LineTooLong)
    agent.say({ id: "r", method: "fs/write_text_file", params: { content: "y".repeat(2000) } })
    expect(agent.diagnostics).toMatchObject([
      { _tag: "OversizeLine", pending: [{ id: 2, method: "_x" }] },
      { _tag: "OversizeLine", id: 2 },
      { _tag: "OversizeLine", id: "r" }
    ])
    expect(agent.written().at(-1)).toBe("#r -32600")
  })

  it("the id of a skipped line is found at the top level of its two ends, and nowhere else", async () => {
    const big = "y".repeat(2000)
    const answers = [
      `{"id":2,"jsonrpc":"2.0","result":"${big}"}`,
      `{"jsonrpc":"2.0","result":{"id":9,"text":"${big}"},"id":2}`,
      `{"result":["${big}",{"id":9}],"id":2,"jsonrpc":"2.0"}`,
      `{"result":"${big}\\"},\\"id\\":9,","jsonrpc":"2.0", "id" : 2 }`
    ]
    const others = [
      `{"jsonrpc":"2.0","result":{"text":"${big}","id":2}}`,
      `{"jsonrpc":"2.0","result":"${big}\\",\\"id\\":2"}`,
      `{"jsonrpc":"2.0","params":{"text":"${big}"},"method":"fs/write_text_file","id":2}`,
      `{"padding":"${"z".repeat(236)}","id":234,"result":"${big}"}`,
      `[{"jsonrpc":"2.0","result":"${big}","id":2}]`
    ]
    for (const line of [...answers, ...others]) {
      const agent = wire({ transport: { maxLineBytes: 1000 } })
      await agent.open()
      const call = record(agent.connection.request("_x"))
      agent.transport.receive(line)
      const found = call.error instanceof LineTooLong
      expect([line.slice(-60), found]).toEqual([line.slice(-60), answers.includes(line)])
    }
  })

  it("diagnostics are received by every subscriber, also before the first call", async () => {
    const agent = wire()
    const events = record(agent.connection.session("s1").events)
    agent.transport.receive("[boot] ready")
    agent.text("a")
    await settled()
    expect(agent.diagnostics).toMatchObject([{ _tag: "Noise" }])
    expect(events.values).toMatchObject([{ _tag: "Update", phase: "between" }])
    expect(agent.sent()).toEqual([])
  })

  it("a hold with calls pending is reported, to diagnostics and to the trace", async () => {
    const trace: Array<MessageMetadata> = []
    const agent = wire({ timeouts: { hold: 5 }, trace: (entry) => trace.push(entry) })
    await agent.open()
    record(agent.connection.request("_x"))
    const release = agent.transport.flow.hold()
    await expect
      .poll(() => agent.diagnostics)
      .toMatchObject([{ _tag: "HeldWithCallsPending", ms: 5, pending: [{ id: 2, method: "_x" }] }])
    expect(trace.at(-1)).toMatchObject({ kind: "held", ms: 5 })
    release()
  })
})

describe("what the agent asks", () => {
  it("a request is answered by the service; other methods get -32601, bad params -32602, a throw -32603", async () => {
    const agent = wire({
      files: {
        readTextFile: ({ path }) => {
          if (path === "/gone") throw new RequestFailed({ code: -32002, message: "gone", data: { path }, method: "fs" })
          if (path === "/broken") throw new Error("secret of the host")
          return of({ content: path })
        }
      },
      handlers: { "_acme/ping": (params) => [params], "_acme/none": () => [] }
    })
    await agent.open()
    agent.say({ id: "a", method: "fs/read_text_file", params: { sessionId: "s1", path: "/x" } })
    agent.say({ id: 0, method: "fs/read_text_file", params: { sessionId: "s1", path: "/gone" } })
    agent.say({ id: "", method: "fs/read_text_file", params: { sessionId: "s1", path: "/broken" } })
    agent.say({ id: 1, method: "fs/read_text_file", params: { sessionId: "s1" } })
    agent.say({ id: 2, method: "fs/write_text_file", params: { sessionId: "s1", path: "/x", content: "" } })
    agent.say({ id: null, method: "_acme/ping", params: { n: 1 } })
    agent.say({ id: 3, method: "_acme/none" })
    agent.say({ id: 4, method: "_acme/unknown" })
    agent.say({ id: 5, method: "session/update", params: {} })
    agent.transport.receive('{"jsonrpc":"2.0","id":9007199254740993,"method":"_acme/ping","params":2}')
    expect(agent.written().slice(2)).toEqual([
      '#a {"content":"/x"}',
      "#0 -32002",
      "# -32603",
      "#1 -32602",
      "#2 -32601",
      '#null {"n":1}',
      "#3 {}",
      "#4 -32601",
      "#5 -32601",
      expect.stringMatching(/^#9007199254740992 2$/)
    ])
    expect(agent.transport.sent.at(-1)).toContain('"id":9007199254740993,')
    expect(agent.transport.sent.join()).not.toContain("secret of the host")
  })

  it("a method named like a member of every object is not supported, and answered -32601", async () => {
    const agent = wire({ handlers: {} })
    await agent.open()
    for (const method of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
      agent.say({ id: method, method })
      agent.say({ method })
    }
    expect(agent.written().slice(2)).toEqual([
      "#toString -32601",
      "#constructor -32601",
      "#__proto__ -32601",
      "#hasOwnProperty -32601"
    ])
    expect(agent.diagnostics.map(({ _tag }) => _tag)).toEqual(new Array(4).fill("UnknownNotification"))
  })

  it("a request that the agent cancels is unsubscribed and answered -32800, once", async () => {
    const answers = new Subject<unknown>()
    const agent = wire({ handlers: { _slow: () => answers } })
    await agent.open()
    agent.say({ id: 1, method: "_slow" })
    expect(answers.observed).toBe(true)
    agent.say({ method: "$/cancel_request", params: { requestId: "1" } })
    expect(answers.observed).toBe(true)
    agent.say({ method: "$/cancel_request", params: { requestId: 1 } })
    expect(answers.observed).toBe(false)
    agent.say({ method: "$/cancel_request", params: { requestId: 1 } })
    expect(agent.written().slice(2)).toEqual(["#1 -32800"])
  })

  it("a request is cancelled by its exact id, also where a number can't hold it", async () => {
    const answers = new Subject<unknown>()
    const agent = wire({ handlers: { _slow: () => answers } })
    await agent.open()
    agent.transport.receive('{"jsonrpc":"2.0","id":9007199254740993,"method":"_slow"}')
    agent.transport.receive('{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":9007199254740992}}')
    expect(answers.observed).toBe(true)
    agent.transport.receive('{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":9007199254740993}}')
    expect(answers.observed).toBe(false)
    expect(agent.transport.sent.at(-1)).toContain('"id":9007199254740993,"error":{"code":-32800')
  })

  it("elicitation reaches the handler of its mode, and so does its completion", async () => {
    const completed: Array<string> = []
    const agent = wire({
      elicitation: {
        form: () => of({ action: "accept", content: { name: "x" } }),
        complete: ({ elicitationId }) => completed.push(elicitationId)
      }
    })
    await agent.open()
    const form = { sessionId: "s1", message: "?", mode: "form", requestedSchema: { type: "object", properties: {} } }
    agent.say({ id: 1, method: "elicitation/create", params: form })
    const url = { sessionId: "s1", message: "?", mode: "url", elicitationId: "e", url: "https://example.com" }
    agent.say({ id: 2, method: "elicitation/create", params: url })
    agent.say({ method: "elicitation/complete", params: { elicitationId: "e" } })
    expect(agent.written().slice(2)).toEqual(['#1 {"action":"accept","content":{"name":"x"}}', "#2 -32602"])
    expect(completed).toEqual(["e"])
  })
})

describe("a trace", () => {
  it("a trace has one record per message, with metadata and never content", async () => {
    const trace: Array<MessageMetadata> = []
    const agent = wire({ trace: (entry) => trace.push(entry), transport: { epoch: 3 } })
    const { session } = await agent.open()
    record(session.prompt("a secret prompt"))
    agent.text("a secret reply")
    agent.say({ id: 5, method: "_x" })
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(
      trace.map((entry) =>
        formatTrace(entry)
          .replace(/\d+B/, "B")
          .replace(/ \d+ms/, " ms")
      )
    ).toEqual([
      "-> request initialize #0 B epoch=3",
      "<- response initialize #0 B seq=1 epoch=3 ms",
      "-> request session/new #1 B epoch=3",
      "<- response session/new #1 B seq=2 epoch=3 ms",
      "-> request session/prompt #2 B epoch=3",
      "<- notification session/update B seq=3 epoch=3",
      "<- request _x #5 B seq=4 epoch=3",
      "-> error _x #5 B epoch=3 ms",
      "<- response session/prompt #2 B seq=5 epoch=3 ms"
    ])
    expect(JSON.stringify(trace)).not.toContain("secret")
    expect(formatTrace({ direction: "in", kind: "request", method: "a\nb\u001b[0m", bytes: 1, epoch: 1 })).toBe(
      "<- request a?b?[0m 1B epoch=1"
    )
  })

  it("a trace has a request before its answer, and the time between them, also when it is answered at once", async () => {
    const [client, agent] = memoryPair()
    serveAgent(agent, { newSession: () => of({ sessionId: "s1" }), prompt: () => EMPTY })
    const trace: Array<MessageMetadata> = []
    await firstValueFrom(
      connect(client, { info: { name: "test", version: "0" }, trace: (entry) => trace.push(entry) }).open({ cwd: "/w" })
    )
    expect(trace.map(({ kind, method }) => `${kind} ${method}`)).toEqual([
      "request initialize",
      "response initialize",
      "request session/new",
      "response session/new"
    ])
    expect(trace.map(({ ms }) => ms === undefined)).toEqual([true, false, true, false])
  })
})

describe("a connection to a transport that has ended", () => {
  it("a connection to a transport that has ended fails its calls with the reason, and completes its streams", async () => {
    const transport = memoryTransport()
    transport.lines.subscribe()
    const failure = new AgentExited({ code: 1, signal: null, stderrTail: "", phase: "startup" })
    transport.finish(failure)
    await settled()
    const connection = connect(transport, { info: { name: "x", version: "0" } })
    const early = record(connection.open({ cwd: "/w" }))
    const diagnostics = record(connection.diagnostics)
    await settled()
    const late = record(connection.session("s1").prompt("go"))
    expect([early.error, late.error]).toEqual([failure, failure])
    expect(diagnostics.completed).toBe(true)
    expect(record(connection.session("s1").events).completed).toBe(true)
    expect(record(connection.session("s2").events).completed).toBe(true)
  })
})

describe("limits of a connection", () => {
  it("connect throws a RangeError for limits that are zero, negative or not a number", () => {
    expect(() =>
      connect(memoryTransport(), { info: { name: "x", version: "0" }, limits: { maxUpdateBytes: 0 } })
    ).toThrow(RangeError)
  })
})
