import { fileURLToPath } from "node:url"
import { type AnyMessage, client, ndJsonStream } from "@agentclientprotocol/sdk"
import { connect, createTransport, type SessionEvent, type Transport, transportFromStream } from "@rxacp/core"
import { emptySession, foldSession, messages, messageText, toolCall } from "@rxacp/fold"
import { httpTransport, type NetworkTransport, webSocketTransport } from "@rxacp/http"
import { spawnAgent } from "@rxacp/node"
import { firstValueFrom, lastValueFrom, map, of, tap, toArray } from "rxjs"
import { afterEach, describe, expect, it } from "vitest"
import { type Listening, ourServer, sdkServer } from "./network.ts"
import { everyUpdate, sdkAgent } from "./sdk-agent.ts"

/** The SDK's agent at the other end of two web streams. */
const inMemory = (): Transport => {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>()
  const toClient = new TransformStream<Uint8Array, Uint8Array>()
  sdkAgent().connect(ndJsonStream(toClient.writable, toAgent.readable))
  const writer = toAgent.writable.getWriter()
  const encoder = new TextEncoder()
  return createTransport({
    source: toClient.readable,
    write: (line) => writer.write(encoder.encode(`${line}\n`)),
    close: () => writer.close()
  })
}

/** The SDK's agent on a stream of messages. */
const onMessages = (): Transport => {
  const toAgent = new TransformStream<AnyMessage, AnyMessage>()
  const toClient = new TransformStream<AnyMessage, AnyMessage>()
  sdkAgent().connect({ readable: toAgent.readable, writable: toClient.writable })
  return transportFromStream({ readable: toClient.readable, writable: toAgent.writable })
}

const inProcess = (): Transport =>
  spawnAgent({
    command: process.execPath,
    args: ["--import", "tsx", fileURLToPath(new URL("sdk-agent-process.ts", import.meta.url))]
  })

const servers: Array<Listening> = []
afterEach(() => Promise.all(servers.splice(0).map(({ stop }) => stop())))

/** Our client to the SDK's agent through a server. */
const through = (listen: () => Promise<Listening>, open: (server: Listening) => NetworkTransport) => async () => {
  const server = await listen()
  servers.push(server)
  return open(server)
}
const ours = () => ourServer(inMemory)

describe.each<readonly [string, () => Transport | Promise<Transport>]>([
  ["over memory", inMemory],
  ["over a stream of messages", onMessages],
  ["over a real process", inProcess],
  ["over a WebSocket of the SDK's server", through(sdkServer, ({ ws }) => webSocketTransport(ws))],
  ["over a WebSocket of our server", through(ours, ({ ws }) => webSocketTransport(ws))],
  [
    "over a WebSocket of our server, without resuming",
    through(ours, ({ ws }) => webSocketTransport(ws, { resume: false }))
  ],
  ["over HTTP from the SDK's server", through(sdkServer, ({ http }) => httpTransport(http))],
  ["over HTTP from our server", through(ours, ({ http }) => httpTransport(http))],
  ["over HTTP from our server, without resuming", through(ours, ({ http }) => httpTransport(http, { resume: false }))]
])("the official SDK's agent %s", (_, start) => {
  it("is spoken to with every method, and every update arrives typed", async () => {
    const files = new Map<string, string>()
    const completed: Array<string> = []
    const transport = await start()
    const connection = connect(transport, {
      info: { name: "rxacp", version: "0" },
      permissions: () => of({ outcome: "selected", optionId: "y" }),
      files: {
        readTextFile: ({ path }) => of({ content: files.get(path) ?? "" }),
        writeTextFile: ({ path, content }) => of({}).pipe(tap(() => files.set(path, content)))
      },
      terminals: {
        create: () => of({ terminalId: "term" }),
        output: () => of({ output: "hi\n", truncated: false }),
        waitForExit: () => of({ exitCode: 0 }),
        kill: () => of({}),
        release: () => of({})
      },
      elicitation: {
        form: () => of({ action: "accept", content: { name: "x" } }),
        url: () => of({ action: "decline" }),
        complete: ({ elicitationId }) => completed.push(elicitationId)
      },
      handlers: { "_acme/ping": () => of("pong") },
      capabilities: { session: { notices: {}, compaction: {}, configOptions: { boolean: {} } } }
    })
    const initialized = await firstValueFrom(connection.initialize())
    expect(initialized).toMatchObject({ protocolVersion: 1, agentInfo: { name: "sdk-agent" } })
    await firstValueFrom(connection.authenticate("key"))
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    const events: Array<SessionEvent> = []
    session.events.subscribe((event) => events.push(event))
    await firstValueFrom(session.setMode("ask"))
    await firstValueFrom(session.setConfigOption("fast", true))

    const turn = await lastValueFrom(session.prompt("all").pipe(toArray()))
    expect(turn.map(({ _tag }) => _tag)).toEqual([
      "TurnStarted",
      ...everyUpdate.map(() => "Update"),
      "PermissionRequested",
      "PermissionResolved",
      "Update",
      "TurnEnded"
    ])
    const updates = turn.flatMap((event) => (event._tag === "Update" ? [event] : []))
    expect(updates.every(({ issues, phase }) => issues === undefined && phase === "turn")).toBe(true)
    expect(updates.slice(0, -1).map(({ update }) => update)).toEqual(everyUpdate)

    const state = events.reduce(foldSession, emptySession())
    expect(toolCall(state, "t1")).toMatchObject({ status: "completed", title: "Edit" })
    const last = messages(state).at(-1)
    expect(JSON.parse(last === undefined ? "" : messageText(last))).toEqual({
      permission: { outcome: { outcome: "selected", optionId: "y" } },
      content: "written",
      exitCode: 0,
      output: "hi\n",
      elicited: { action: "accept", content: { name: "x" } },
      pong: "pong",
      seen: ["authenticate", "session/set_mode"],
      aborted: false
    })
    expect(completed).toEqual(["e"])

    const sessions = await lastValueFrom(
      connection.listSessions().pipe(
        map((page) => page.sessions.map(({ sessionId }) => sessionId)),
        toArray()
      )
    )
    expect(sessions).toEqual([["a"], ["b"]])
    const loaded = await lastValueFrom(connection.session("old").load({ cwd: "/w" }).pipe(toArray()))
    expect(loaded.map((event) => ("phase" in event ? event.phase : event._tag))).toEqual([
      "LoadStarted",
      "replay",
      "replay",
      "replay",
      "LoadEnded"
    ])
    await lastValueFrom(connection.session("older").resume({ cwd: "/w" }))
    await firstValueFrom(connection.closeSession("old"))
    await firstValueFrom(connection.deleteSession("older"))
    await firstValueFrom(connection.logout())
    await connection.close()
  })

  it("a cancelled turn is drained to its answer, with its permission request answered", async () => {
    const connection = connect(await start(), {
      info: { name: "rxacp", version: "0" },
      permissions: () => new Promise<never>(() => {})
    })
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    const turn = lastValueFrom(
      session.prompt("wait").pipe(
        tap((event) => {
          if (event._tag === "PermissionRequested") session.cancel()
        }),
        toArray()
      )
    )
    expect((await turn).map((event) => (event._tag === "Update" ? JSON.stringify(event.update) : event._tag))).toEqual([
      "TurnStarted",
      expect.stringContaining("waiting"),
      "PermissionRequested",
      "CancelRequested",
      "PermissionResolved",
      expect.stringContaining("cancelled, permission cancelled"),
      "TurnEnded"
    ])
    await connection.close()
  })
})

describe("order", () => {
  it("the SDK's client lets a slow handler be overtaken by the answer; a turn here ends after its updates", async () => {
    const overtaken: Array<string> = []
    await client({ name: "sdk-client" })
      .onNotification("session/update", async ({ params: { update } }) => {
        const words =
          update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : ""
        if (words === "one") await new Promise((resolve) => setTimeout(resolve, 50))
        overtaken.push(words)
      })
      .connectWith(sdkAgent(), async (agent) => {
        await agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} })
        await agent.request("session/new", { cwd: "/w", mcpServers: [] })
        await agent.request("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "one two three" }] })
        overtaken.push("the answer")
        await expect.poll(() => overtaken).toHaveLength(4)
      })
    expect(overtaken).toEqual(["two", "three", "the answer", "one"])

    const connection = connect(inMemory(), { info: { name: "rxacp", version: "0" } })
    const session = await firstValueFrom(connection.open({ cwd: "/w" }))
    const turn = await lastValueFrom(session.prompt("one two three").pipe(toArray()))
    expect(
      turn.map((event) =>
        event._tag === "Update" && "content" in event.update
          ? (event.update.content as { text: string }).text
          : event._tag
      )
    ).toEqual(["TurnStarted", "one", "two", "three", "TurnEnded"])
  })
})
