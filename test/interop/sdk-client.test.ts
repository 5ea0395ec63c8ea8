import { spawn } from "node:child_process"
import { once } from "node:events"
import { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { type ClientContext, client, ndJsonStream, type SessionUpdate, type Stream } from "@agentclientprotocol/sdk"
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client"
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client"
import { createTransport, memoryPair, streamFromTransport } from "@rxacp/core"
import { serveAgent } from "@rxacp/core/agent"
import { agentTransport } from "@rxacp/http"
import { afterEach, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { type Listening, ourServer } from "./network.ts"
import { ourHandlers } from "./our-agent.ts"
import { everyUpdate } from "./sdk-agent.ts"

const ends: Array<() => Promise<unknown>> = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

/** The client's end of our agent, and how many turns it has given up. */
interface Peer {
  readonly stream: Stream
  readonly given: () => number
  /** Whether the SDK's client sends nothing before `initialize` over this. */
  readonly initializesFirst?: boolean
}

const inMemory = (): Peer => {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>()
  const toClient = new TransformStream<Uint8Array, Uint8Array>()
  const writer = toClient.writable.getWriter()
  const encoder = new TextEncoder()
  const transport = createTransport({
    source: toAgent.readable,
    write: (line) => writer.write(encoder.encode(`${line}\n`)),
    // The client that leaves cancels what it reads, which has closed the writer already.
    close: () => writer.close().catch(() => {})
  })
  let given = 0
  serveAgent(
    transport,
    ourHandlers(() => given++)
  )
  ends.push(() => transport.close())
  return { stream: ndJsonStream(toAgent.writable, toClient.readable), given: () => given }
}

/** The SDK's client on the messages of a transport. */
const onMessages = (): Peer => {
  const [ours, theirs] = memoryPair()
  let given = 0
  serveAgent(
    ours,
    ourHandlers(() => given++)
  )
  ends.push(() => ours.close())
  return { stream: streamFromTransport(theirs), given: () => given }
}

const inProcess = (): Peer => {
  const program = fileURLToPath(new URL("our-agent-process.ts", import.meta.url))
  const child = spawn(process.execPath, ["--conditions=@rxacp/source", "--import", "tsx", program])
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text
  })
  ends.push(async () => {
    const left = once(child, "exit")
    child.stdin.end()
    expect(await left).toEqual([0, null])
  })
  return {
    stream: ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>
    ),
    given: () => said.split("gave a turn up").length - 1
  }
}

const overNetwork = (open: (server: Listening) => Stream, initializesFirst: boolean) => async (): Promise<Peer> => {
  let given = 0
  const server = await ourServer(() => agentTransport(ourHandlers(() => given++)))
  ends.push(server.stop)
  return { stream: open(server), given: () => given, initializesFirst }
}

const text = (words: string) => [{ type: "text" as const, text: words }]

/** The SDK's client with every service, and what it has heard. */
const sdkClient = () => {
  const heard: Array<SessionUpdate> = []
  const completed: Array<string> = []
  const files = new Map<string, string>()
  const app = client({ name: "sdk-client" })
    .onNotification("session/update", ({ params }) => {
      heard.push(params.update)
    })
    .onRequest("session/request_permission", ({ params }) => ({
      outcome: { outcome: "selected", optionId: params.options[0]?.optionId ?? "" }
    }))
    .onRequest("fs/read_text_file", ({ params }) => ({ content: files.get(params.path) ?? "" }))
    .onRequest("fs/write_text_file", ({ params }) => {
      files.set(params.path, params.content)
      return {}
    })
    .onRequest("terminal/create", () => ({ terminalId: "term" }))
    .onRequest("terminal/output", () => ({ output: "hi\n", truncated: false }))
    .onRequest("terminal/wait_for_exit", () => ({ exitCode: 0 }))
    .onRequest("terminal/kill", () => ({}))
    .onRequest("terminal/release", () => ({}))
    .onRequest("elicitation/create", ({ params }) =>
      params.mode === "form" ? { action: "accept", content: { name: "x" } } : { action: "decline" }
    )
    .onNotification("elicitation/complete", ({ params }) => {
      completed.push(params.elicitationId)
    })
    .onRequest(
      "_acme/ping",
      (params) => params,
      () => "pong"
    )
  return { app, heard, completed }
}

const capabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  elicitation: { form: {}, url: {} },
  session: { notices: {}, compaction: {}, configOptions: { boolean: {} } }
}
const initialize = (agent: ClientContext) =>
  agent.request("initialize", { protocolVersion: 1, clientCapabilities: capabilities })

const said = (update: SessionUpdate | undefined): string =>
  update?.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : ""

describe.each<readonly [string, () => Peer | Promise<Peer>]>([
  ["over memory", inMemory],
  ["over a stream of messages", onMessages],
  ["over a real process", inProcess],
  ["over HTTP", overNetwork(({ http }) => createHttpStream(http), true)],
  ["over a WebSocket", overNetwork(({ ws }) => createWebSocketStream(ws, { WebSocket: WebSocket as never }), false)]
])("our agent %s, spoken to by the official SDK's client", (_, start) => {
  it("answers every method and reports every update", async () => {
    const { stream, initializesFirst = false } = await start()
    const { app, heard, completed } = sdkClient()
    await app.connectWith(stream, async (agent) => {
      if (!initializesFirst) {
        await expect(agent.request("session/new", { cwd: "/w", mcpServers: [] })).rejects.toMatchObject({
          code: -32600
        })
      }
      expect(await initialize(agent)).toEqual({
        protocolVersion: 1,
        agentInfo: { name: "our-agent", version: "1" },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true },
          mcpCapabilities: { http: true },
          sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
          auth: { logout: {} }
        },
        authMethods: [{ id: "key", name: "Key" }]
      })
      expect(await agent.request("authenticate", { methodId: "key" })).toEqual({})
      expect(await agent.request("session/new", { cwd: "/w", mcpServers: [] })).toMatchObject({ sessionId: "s1" })
      expect(await agent.request("session/set_mode", { sessionId: "s1", modeId: "ask" })).toEqual({})
      expect(
        await agent.request("session/set_config_option", {
          sessionId: "s1",
          configId: "fast",
          type: "boolean",
          value: true
        })
      ).toMatchObject({ configOptions: [{ id: "fast", currentValue: true }] })

      expect(await agent.request("session/prompt", { sessionId: "s1", prompt: text("all") })).toEqual({
        stopReason: "max_tokens"
      })
      await expect.poll(() => heard).toHaveLength(everyUpdate.length + 1)
      expect(heard.slice(0, -1)).toEqual(everyUpdate)
      expect(JSON.parse(said(heard.at(-1)))).toEqual([
        { outcome: { outcome: "selected", optionId: "y" } },
        {},
        { content: "written" },
        { terminalId: "term" },
        { output: "hi\n", truncated: false },
        { exitCode: 0 },
        {},
        {},
        { action: "accept", content: { name: "x" } },
        "pong",
        { action: "decline" }
      ])

      await expect.poll(() => completed).toEqual(["e"])

      heard.length = 0
      const loaded = await agent.request("session/load", { sessionId: "old", cwd: "/w", mcpServers: [] })
      expect(loaded).toMatchObject({ modes: { currentModeId: "ask" } })
      await expect.poll(() => heard.map(said)).toEqual(["one", "two"])
      expect(await agent.request("session/resume", { sessionId: "old", cwd: "/w", mcpServers: [] })).toMatchObject({
        configOptions: [{ id: "fast" }]
      })
      expect(await agent.request("session/list", {})).toMatchObject({ nextCursor: "more" })
      expect(await agent.request("session/list", { cursor: "more" })).toEqual({
        sessions: [{ sessionId: "b", cwd: "/w" }]
      })
      await agent.request("session/close", { sessionId: "old" })
      await agent.request("session/delete", { sessionId: "old" })
      await agent.request("logout", {})
      expect(await agent.request("_acme/seen", {})).toEqual([
        "authenticate key",
        "mode ask",
        "close old",
        "delete old",
        "logout"
      ])
      await expect(agent.request("_acme/other", {})).rejects.toMatchObject({ code: -32601 })
    })
  })

  it("gives a cancelled turn up, with its question, and answers cancelled", async () => {
    const { stream, given } = await start()
    const { heard } = sdkClient()
    let aborted = false
    await client({ name: "sdk-client" })
      .onNotification("session/update", ({ params }) => {
        heard.push(params.update)
      })
      .onRequest("session/request_permission", ({ signal }) => {
        const answer = new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted = true
            reject(signal.reason)
          })
        })
        return answer
      })
      .connectWith(stream, async (agent) => {
        await initialize(agent)
        await agent.request("session/new", { cwd: "/w", mcpServers: [] })
        const turn = agent.request("session/prompt", { sessionId: "s1", prompt: text("wait") })
        await expect.poll(() => heard.map(said)).toEqual(["waiting"])
        await agent.notify("session/cancel", { sessionId: "s1" })
        expect(await turn).toEqual({ stopReason: "cancelled" })
        await expect.poll(() => [aborted, given()]).toEqual([true, 1])
      })
  })

  it("answers a prompt that is aborted by $/cancel_request with -32800", async () => {
    const { stream, given } = await start()
    const { app } = sdkClient()
    await app.connectWith(stream, async (agent) => {
      await initialize(agent)
      await agent.request("session/new", { cwd: "/w", mcpServers: [] })
      const aborter = new AbortController()
      const turn = agent.request(
        "session/prompt",
        { sessionId: "s1", prompt: text("wait") },
        { cancellationSignal: aborter.signal }
      )
      aborter.abort()
      await expect(turn).rejects.toMatchObject({ code: -32800 })
      await expect.poll(given).toBe(1)
    })
  })
})
