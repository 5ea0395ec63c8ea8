/** A server of somebody else's, played by hand: no resuming, and one thing goes wrong. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { connect } from "@rxacp/core"
import { httpTransport } from "@rxacp/http"
import { firstValueFrom, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { listen } from "./support/listening.ts"

type Posted = { readonly id?: number; readonly method?: string; readonly params?: Record<string, unknown> }
type Played = (
  posted: Posted,
  to: { answer: (result: unknown) => void; say: (session: string, text: string) => void }
) => number | Promise<number>

const play = async (played: Played) => {
  const streams = new Map<string, ServerResponse>()
  const cookies: Array<string | undefined> = []
  let opened = 0
  const write = (stream: string, message: unknown) => streams.get(stream)?.write(`data: ${JSON.stringify(message)}\n\n`)
  const { http } = await listen(async (request: IncomingMessage, response: ServerResponse) => {
    cookies.push(request.headers.cookie)
    if (request.method === "GET") {
      opened++
      streams.set(String(request.headers["acp-session-id"] ?? ""), response)
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write(":\n\n")
      return
    }
    if (request.method === "DELETE") return response.writeHead(202).end()
    let body = ""
    for await (const part of request) body += part
    const posted: Posted = JSON.parse(body)
    if (posted.method === "initialize") {
      response.writeHead(200, { "Acp-Connection-Id": "c", "Set-Cookie": ["lb=1; Path=/", "gone=1; Max-Age=0"] })
      response.end(
        JSON.stringify({
          jsonrpc: "2.0",
          id: posted.id,
          result: { protocolVersion: 1, agentCapabilities: { loadSession: true } }
        })
      )
      return
    }
    const status = await played(posted, {
      answer: (result) => write("", { jsonrpc: "2.0", id: posted.id, result }),
      say: (sessionId, text) =>
        write(sessionId, {
          jsonrpc: "2.0",
          method: "session/update",
          params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } }
        })
    })
    response.writeHead(status).end(status === 202 ? undefined : "no luck")
  })
  const transport = httpTransport(http, { quietMs: 30 })
  const connection = connect(transport, { info: { name: "t", version: "1" } })
  return { transport, connection, streams, cookies, opened: () => opened }
}

describe("over HTTP, with a server that does not resume", () => {
  it("one failed POST fails one call, and the next goes through", async () => {
    let failing = true
    const { connection } = await play((_posted, { answer }) => {
      if (failing) return 502
      answer({ sessionId: "s" })
      return 202
    })
    await expect(firstValueFrom(connection.newSession({ cwd: "/" }))).rejects.toMatchObject({
      _tag: "RequestFailed",
      data: { status: 502, body: "no luck" }
    })
    failing = false
    expect((await firstValueFrom(connection.newSession({ cwd: "/" }))).sessionId).toBe("s")
    await connection.close()
  })

  it("a connection that the server does not know ends the transport", async () => {
    const { connection } = await play(() => 404)
    await expect(firstValueFrom(connection.newSession({ cwd: "/" }))).rejects.toMatchObject({
      _tag: "ConnectionClosed"
    })
    expect(await firstValueFrom(connection.ended)).toMatchObject({ failure: { _tag: "ConnectionClosed" } })
  })

  it("a load ends after its history, although its answer came first and on another stream", async () => {
    const { connection } = await play((_, { answer, say }) => {
      answer({})
      setTimeout(() => say("s", "one"), 2)
      setTimeout(() => say("s", "two"), 12)
      return 202
    })
    const events = await lastValueFrom(connection.session("s").load({ cwd: "/" }).pipe(toArray()))
    expect(events.map(({ _tag }) => _tag)).toEqual(["LoadStarted", "Update", "Update", "LoadEnded"])
    await connection.close()
  })

  it("keeps the cookies of the server, and opens a stream again that has ended", async () => {
    const { connection, streams, cookies, opened } = await play((_, { answer }) => {
      answer({ sessionId: "s" })
      return 202
    })
    await firstValueFrom(connection.initialize())
    await expect.poll(opened).toBe(1)
    streams.get("")?.end()
    await expect.poll(opened).toBe(2)
    expect((await firstValueFrom(connection.newSession({ cwd: "/" }))).sessionId).toBe("s")
    expect(cookies.slice(1).every((cookie) => cookie === "lb=1")).toBe(true)
    await connection.close()
  })

  it("the calls of a session fail when its stream breaks, since what was under way may be lost", async () => {
    const { connection, streams } = await play(({ method }, { answer }) => {
      if (method === "session/new") answer({ sessionId: "s" })
      else setTimeout(() => streams.get("s")?.destroy(), 5)
      return 202
    })
    const session = await firstValueFrom(connection.open({ cwd: "/" }))
    await expect(lastValueFrom(session.prompt("go"))).rejects.toMatchObject({ _tag: "RequestFailed" })
    await connection.close()
  })
})
