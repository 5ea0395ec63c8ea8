import { emptySession, foldSession, replyText, toolCall } from "@rxacp/fold"
import { firstValueFrom, lastValueFrom, reduce } from "rxjs"
import { describe, expect, it } from "vitest"
import { type ConnectOptions, connect, type SessionEvent, type Transport } from "../../../src/index.ts"
import { iacCode, legacy, withDialect } from "../../../src/relay/index.ts"
import { playTrace, type Trace } from "../../../src/testing/index.ts"
import { record, settled } from "../../support/wire.ts"

const client = (message: object) => ({ from: "client" as const, line: JSON.stringify({ jsonrpc: "2.0", ...message }) })
const agent = (message: object) => ({ from: "agent" as const, line: JSON.stringify({ jsonrpc: "2.0", ...message }) })
const update = (update: object) => agent({ method: "session/update", params: { sessionId: "s1", update } })

/** A played trace that holds the client to the very messages, but for what depends on the client's own name. */
const exactly = (trace: Trace) =>
  playTrace(trace, {
    matches: (recorded, written) => {
      if (recorded.method === "initialize") return written.method === "initialize"
      expect(written).toEqual(recorded)
      return true
    }
  })

const prompt = (id: number) =>
  client({ id, method: "session/prompt", params: { sessionId: "s1", prompt: [{ type: "text", text: "go" }] } })
const opening = (initialized: object) => [
  client({ id: 0, method: "initialize" }),
  agent({ id: 0, result: initialized }),
  client({ id: 1, method: "session/new", params: { mcpServers: [], cwd: "/w" } }),
  agent({ id: 1, result: { sessionId: "s1", configOptions: [] } })
]
const options = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" }
]

const open = async (transport: Transport, permissions: ConnectOptions["permissions"]) => {
  const connection = connect(transport, { info: { name: "test", version: "0" }, ...(permissions && { permissions }) })
  const session = await firstValueFrom(connection.open({ cwd: "/w" }))
  const events: Array<SessionEvent> = []
  session.events.subscribe((event) => events.push(event))
  return { connection, session, events, state: () => events.reduce(foldSession, emptySession()) }
}

const choose =
  (optionId: string): ConnectOptions["permissions"] =>
  () => [{ outcome: "selected", optionId }]

describe("the dialect of iac-code", () => {
  const started = [
    ...opening({ protocolVersion: 1, agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} } } }),
    prompt(2),
    update({ type: "agent_thought_chunk", text: "hm" }),
    update({ type: "agent_message_chunk", text: "I write." }),
    update({
      type: "tool_call_start",
      tool_call_id: "c1",
      title: "write_file",
      status: "in_progress",
      raw_input: { path: "a" }
    }),
    agent({
      id: "p1",
      method: "session/request_permission",
      params: { sessionId: "s1", toolCall: { tool_call_id: "c1", title: "write_file" }, options }
    })
  ]

  it.each([
    ["yes", { outcome: "allowed", option_id: "yes" }, "completed"],
    ["no", { outcome: "denied" }, "failed"]
  ])("is plain through a whole turn with the answer %s", async (choice, result, status) => {
    const played = exactly([
      ...started,
      client({ id: "p1", result }),
      update({ type: "tool_call_progress", tool_call_id: "c1", status, raw_output: "done" }),
      agent({ id: 2, result: { stopReason: "end_turn" } })
    ])
    const { session, state, events } = await open(withDialect(played, iacCode), choose(choice))
    await lastValueFrom(session.prompt("go"))
    await played.done
    expect(replyText(state())).toBe("I write.")
    expect(toolCall(state(), "c1")).toMatchObject({
      title: "write_file",
      kind: "edit",
      status,
      rawInput: { path: "a" },
      rawOutput: "done"
    })
    expect(events.find((event) => event._tag === "Update")).toMatchObject({
      update: { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } },
      raw: { type: "agent_thought_chunk", text: "hm" }
    })
  })

  it("answers a cancelled permission as denied", async () => {
    const played = exactly([
      ...started,
      client({ method: "session/cancel", params: { sessionId: "s1" } }),
      client({ id: "p1", result: { outcome: "denied" } }),
      agent({ id: 2, result: { stopReason: "cancelled" } })
    ])
    const { session, events } = await open(withDialect(played, iacCode), () => new Promise(() => {}))
    record(session.prompt("go"))
    await settled()
    session.cancel()
    await played.done
    await settled()
    expect(events.at(-1)).toMatchObject({ _tag: "TurnEnded", stopReason: "cancelled", cancelRequested: true })
  })

  it("has two methods under other names", async () => {
    const played = exactly([
      ...opening({ protocolVersion: 1, agentCapabilities: { sessionCapabilities: { list: {} } } }),
      client({ id: 2, method: "sessions/list", params: {} }),
      agent({ id: 2, result: { sessions: [] } }),
      client({ id: 3, method: "config/set", params: { sessionId: "s1", configId: "model", value: "m" } }),
      agent({ id: 3, result: { configOptions: [] } }),
      client({ id: 4, method: "session/fork", params: { sessionId: "s1" } }),
      agent({ id: 4, result: { sessionId: "s2" } })
    ])
    const { connection, session } = await open(withDialect(played, iacCode), undefined)
    expect(await lastValueFrom(connection.listSessions())).toEqual({ sessions: [] })
    expect(await lastValueFrom(session.setConfigOption("model", "m"))).toEqual({ configOptions: [] })
    expect(await lastValueFrom(connection.request("session/fork", { sessionId: "s1" }))).toEqual({ sessionId: "s2" })
    await played.done
  })

  it("has fork and models where a connection uses them", async () => {
    const models = { availableModels: [{ modelId: "qwen", name: "Qwen" }], currentModelId: "qwen" }
    const played = exactly([
      client({ id: 0, method: "initialize" }),
      agent({ id: 0, result: { protocolVersion: 1 } }),
      client({ id: 1, method: "session/new", params: { mcpServers: [], cwd: "/w" } }),
      agent({ id: 1, result: { sessionId: "s1", models } }),
      client({ id: 2, method: "session/fork", params: { mcpServers: [], cwd: "/w", sessionId: "s1" } }),
      agent({ id: 2, result: { sessionId: "s2", models } }),
      client({ id: 3, method: "session/set_model", params: { sessionId: "s1", modelId: "qwen" } }),
      agent({ id: 3, result: {} })
    ])
    const info = { name: "test", version: "0" }
    const connection = connect(withDialect(played, iacCode), { info, unstable: ["fork", "models"] })
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    expect(session.unstable.models).toEqual(models)
    expect((await firstValueFrom(session.unstable.fork({ cwd: "/w" }))).id).toBe("s2")
    await firstValueFrom(session.unstable.setModel("qwen"))
    await played.done
  })

  it.each([
    [
      { code: -32602, message: "Invalid params", data: { session_id: "Session not found" } },
      "Invalid params: session_id: Session not found"
    ],
    [
      { code: -32603, message: "", data: { error: "no client", cause: "x" } },
      "Internal error: error: no client, cause: x"
    ],
    [{ code: -32601, message: "" }, "Method not found"],
    [{ code: -32602, message: "as it is", data: { nested: {} } }, "as it is"],
    [{ code: -7, message: "" }, "Error"]
  ])("says of the error %j what was wrong by name", async (error, message) => {
    const played = exactly([...opening({ protocolVersion: 1 }), prompt(2), agent({ id: 2, error })])
    const { session } = await open(withDialect(played, iacCode), undefined)
    await expect(lastValueFrom(session.prompt("go"))).rejects.toMatchObject({ code: error.code, message })
  })

  it.each([
    ["tool_call_start", "tool_call"],
    ["tool_start", "tool_call"],
    ["tool_call_progress", "tool_call_update"],
    ["tool_progress", "tool_call_update"]
  ])("reads %s as %s", (type, sessionUpdate) => {
    const params = { sessionId: "s1", update: { type, tool_call_id: "c1", tool_name: "grep", raw_input: { q: "x" } } }
    const { messages } = iacCode.incoming({ jsonrpc: "2.0", method: "session/update", params }, iacCode.initial)
    const title = sessionUpdate === "tool_call" ? { title: "grep" } : {}
    expect(messages).toMatchObject([
      {
        params: {
          update: { sessionUpdate, toolCallId: "c1", name: "grep", kind: "search", rawInput: { q: "x" }, ...title }
        }
      }
    ])
  })

  it("leaves plain ACP alone", async () => {
    const played = exactly([
      ...opening({ protocolVersion: 1 }),
      prompt(2),
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "plain" } }),
      agent({ id: 2, result: { stopReason: "end_turn" } })
    ])
    const { session, state, events } = await open(withDialect(played, iacCode), undefined)
    await lastValueFrom(session.prompt("go"))
    expect(replyText(state())).toBe("plain")
    expect(events.find((event) => event._tag === "Update")).not.toHaveProperty("raw")
  })
})

describe("the legacy dialect", () => {
  const handshake = {
    protocolVersion: "0.1.0",
    serverInfo: { name: "old", version: "1" },
    capabilities: { loadSession: true, image: true, list: true }
  }
  const diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n"
  const started = [
    ...opening(handshake),
    prompt(2),
    update({ sessionUpdate: "plan", entries: [{ content: "one", status: "in_progress" }, { content: "two" }] }),
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "Edit",
      content: [{ type: "diff", path: "/w/x", diff }]
    }),
    agent({
      method: "session/request_permission",
      params: { sessionId: "s1", toolCall: { toolCallId: "c1" }, options }
    })
  ]
  const answered = (outcome: object) =>
    client({ method: "session/permission_response", params: { sessionId: "s1", toolCallId: "c1", outcome } })

  it("is plain through a whole turn", async () => {
    const played = exactly([
      ...started,
      answered({ outcome: "selected", optionId: "yes" }),
      update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" }),
      agent({ method: "end_turn", params: { sessionId: "s1" } })
    ])
    const { connection, session, state } = await open(withDialect(played, legacy), choose("yes"))
    expect(await firstValueFrom(connection.initialize())).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "old", version: "1" },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true }, sessionCapabilities: { list: {} } }
    })
    expect(await lastValueFrom(session.prompt("go"))).toMatchObject({ _tag: "TurnEnded", stopReason: "end_turn" })
    await played.done
    expect(state().plan).toMatchObject([
      { content: "one", priority: "medium", status: "in_progress" },
      { content: "two", priority: "medium", status: "pending" }
    ])
    expect(toolCall(state(), "c1")).toMatchObject({
      status: "completed",
      content: [{ type: "diff", path: "/w/x", oldText: "one\ntwo\n", newText: "one\nzwei\n" }]
    })
  })

  it("ends a cancelled turn, and its open permission request", async () => {
    const played = exactly([
      ...started,
      client({ method: "session/cancel", params: { sessionId: "s1" } }),
      answered({ outcome: "cancelled" }),
      agent({ method: "session/end_turn", params: { sessionId: "s1", stopReason: "cancelled" } })
    ])
    const { session, events } = await open(withDialect(played, legacy), () => new Promise(() => {}))
    record(session.prompt("go"))
    await settled()
    session.cancel()
    await played.done
    await settled()
    expect(events.at(-1)).toMatchObject({ _tag: "TurnEnded", stopReason: "cancelled", cancelRequested: true })
  })

  it("ends the turn of the session that it names, of several", () => {
    const asked = ["s1", "s2"].reduce(
      (state, sessionId, id) =>
        legacy.outgoing({ jsonrpc: "2.0", id, method: "session/prompt", params: { sessionId } }, state).state,
      legacy.initial
    )
    const { messages, state } = legacy.incoming(
      { jsonrpc: "2.0", method: "end_turn", params: { sessionId: "s2" } },
      asked
    )
    expect(messages).toEqual([{ jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn" } }])
    expect([...state.called.keys()]).toEqual([0])
  })

  it("reads the diff of a new file", async () => {
    const played = exactly([
      ...opening(handshake),
      prompt(2),
      update({
        sessionUpdate: "tool_call",
        toolCallId: "c1",
        title: "Edit",
        content: [{ type: "diff", path: "/w/x", diff: "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+-- one\n" }]
      }),
      agent({ id: 2, result: { stopReason: "end_turn" } })
    ])
    const { session } = await open(withDialect(played, legacy), undefined)
    const state = await lastValueFrom(session.prompt("go").pipe(reduce(foldSession, emptySession())))
    expect(toolCall(state, "c1")?.content).toEqual([{ type: "diff", path: "/w/x", oldText: null, newText: "-- one\n" }])
  })
})
