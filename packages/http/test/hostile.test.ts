/** Peers of ill will, in both directions, at 16 MB: nothing ends the host, and what can be read is still read. */
import { connect, memoryPair } from "@rxacp/core"
import { agentTransport, httpTransport, webSocketTransport } from "@rxacp/http"
import { firstValueFrom, of } from "rxjs"
import { describe, expect, it } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { listen, serve } from "./support/listening.ts"

const MB16 = 16 * 1024 * 1024
const update = (text: string) =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } }
  })

/** Frames, what they are seen as, and a name for both. */
const frames: ReadonlyArray<readonly [string, string | Buffer, string]> = [
  ["a pretty-printed message", JSON.stringify({ jsonrpc: "2.0", method: "x", params: {} }, null, 2), "Notification"],
  ["two messages in one frame", `${update("a")}\n${update("b")}`, "Noise"],
  ["a message in a binary frame", Buffer.from(update("a")), "Noise"],
  ["16 MB in a binary frame", Buffer.alloc(MB16, 120), "Noise"],
  ["16 MB of line feeds and one letter", `${"\n".repeat(MB16)}x`, "Noise"],
  ["16 MB of one letter", "x".repeat(MB16), "Noise"],
  ["4 MB of brackets", "[".repeat(MB16 / 4), "Noise"],
  ["an array that is 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000), "Invalid"],
  ["a message of 16 MB", update("x".repeat(MB16)), "Notification"],
  ["a frame over the limit for lines", update("x".repeat(20 * 1024 * 1024)), "Oversize"]
]

/** A WebSocket server that sends what it is given, and one message behind it. */
const sends = async (frame: string | Buffer) => {
  const sockets = new WebSocketServer({ noServer: true })
  const { ws } = await listen(
    (_, response) => response.end(),
    (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (open) => {
        open.send(frame)
        open.send(update("after"))
      })
  )
  return ws
}

describe("a client over a WebSocket", () => {
  it.each(frames)("sees %s and reads on", async (_, frame, tag) => {
    const transport = webSocketTransport(await sends(frame), { maxLineBytes: 18 * 1024 * 1024 })
    const seen: Array<string> = []
    transport.messages.subscribe(({ _tag }) => seen.push(_tag))
    await expect.poll(() => seen, { timeout: 20_000 }).toEqual([tag, "Notification"])
    await transport.close()
  })

  it("ends with a typed failure at a frame that is larger than it takes", async () => {
    const transport = webSocketTransport(await sends("x".repeat(MB16)), { maxLineBytes: 1024 })
    transport.lines.subscribe()
    expect(await firstValueFrom(transport.ended)).toMatchObject({ failure: { _tag: "LineTooLong", limit: 2048 } })
  })

  it("a WebSocket transport ends with a typed failure without a server, without an upgrade, and for a bad URL", async () => {
    const { http } = await listen((_, response) => response.writeHead(200).end("hello"))
    for (const url of ["ws://127.0.0.1:1/", http.replace("http", "ws"), "no url"]) {
      const transport = webSocketTransport(url)
      transport.lines.subscribe()
      expect(await firstValueFrom(transport.ended)).toMatchObject({ failure: { _tag: "ConnectionClosed" } })
    }
  })
})

describe("a client over HTTP", () => {
  const streams = async (body: (write: (text: string) => void) => void) => {
    const { http } = await listen((request, response) => {
      request.resume()
      if (request.method === "GET") {
        response.writeHead(200, { "Content-Type": "text/event-stream" })
        return body((text) => response.write(text))
      }
      response.writeHead(request.method === "POST" ? 200 : 202, {
        "Acp-Connection-Id": "c",
        "Set-Cookie": Array.from({ length: 100 }, (_, n) => `c${n}=${"x".repeat(100)}`)
      })
      response.end(`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}`)
    })
    return http
  }

  it.each(frames.filter(([, frame]) => typeof frame === "string"))("sees %s and reads on", async (_, frame, tag) => {
    const lines = String(frame).length > MB16 && String(frame).startsWith("\n") ? "x" : String(frame)
    const http = await streams((write) => {
      write(
        lines
          .split("\n")
          .map((line) => `data: ${line}\n`)
          .join("")
      )
      write(`\ndata: ${update("after")}\n\n`)
    })
    const transport = httpTransport(http, { maxLineBytes: 18 * 1024 * 1024 })
    const seen: Array<string> = []
    transport.messages.subscribe(({ _tag }) => seen.push(_tag))
    transport.write(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`)
    await expect.poll(() => seen, { timeout: 20_000 }).toEqual(["Success", tag, "Notification"])
    await transport.close()
  })

  it("ends with a typed failure at an event without an end, and keeps no more of it than it takes", async () => {
    const http = await streams((write) => {
      for (let sent = 0; sent < MB16; sent += 65_536) write(`data: ${"x".repeat(65_536)}\n`)
    })
    const connection = connect(httpTransport(http, { maxLineBytes: 1024 * 1024 }), {
      info: { name: "t", version: "1" }
    })
    await firstValueFrom(connection.initialize())
    expect(await firstValueFrom(connection.ended)).toMatchObject({ failure: { _tag: "LineTooLong" } })
  })
})

describe("a server", () => {
  const echo = () =>
    agentTransport({
      info: { name: "a", version: "1" },
      newSession: () => of({ sessionId: "s" }),
      prompt: () => of({ stopReason: "end_turn" })
    })

  const works = async (ws: string) => {
    const connection = connect(webSocketTransport(ws), { info: { name: "t", version: "1" } })
    expect((await firstValueFrom(connection.newSession({ cwd: "/" }))).sessionId).toBe("s")
    await connection.close()
  }

  it.each(frames)("reads on for others after %s", async (_, frame) => {
    const { ws, server } = await serve(echo, { maxMessageBytes: 18 * 1024 * 1024 })
    const socket = new WebSocket(ws)
    socket.on("open", () => {
      socket.send(frame)
      socket.close()
    })
    await new Promise((resolve) => socket.on("close", resolve))
    await works(ws)
    await expect.poll(() => server.connections).toBe(0)
  })

  it("a connection is not resumed without its secret in the first message", async () => {
    const { ws, server } = await serve(echo)
    const ids: Array<string> = []
    server.events.subscribe(({ connectionId }) => ids.push(connectionId))
    const connection = connect(webSocketTransport(ws), { info: { name: "t", version: "1" } })
    await firstValueFrom(connection.initialize())
    const knock = (data: string | Buffer) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${ws}?acp-resume=again`)
        socket.on("open", () => socket.send(data))
        socket.on("close", resolve)
      })
    const wish = { connection: ids[0], secret: "guessed", received: 0 }
    expect(await knock(Buffer.from(JSON.stringify(wish)))).toBe(4404)
    expect(await knock(Buffer.alloc(MB16))).toBe(4404)
    expect(await knock(update("x"))).toBe(4404)
    expect((await firstValueFrom(connection.newSession({ cwd: "/" }))).sessionId).toBe("s")
    await connection.close()
  })

  it("ends a client that does not read, and holds the agent back until then", async () => {
    const ends: Array<unknown> = []
    let written = 0
    const { ws, server } = await serve(
      () => {
        const [mine, theirs] = memoryPair()
        const flood = () => {
          if (written < 3000 && ends.length === 0) {
            theirs.write(update("x".repeat(10_000)))
            written++
            setImmediate(flood)
          }
        }
        theirs.lines.subscribe(flood)
        return mine
      },
      { stallMs: 300 }
    )
    server.events.subscribe((event) => event._tag === "ConnectionEnded" && ends.push(event))
    const socket = new WebSocket(`${ws}?acp-resume=new`)
    await new Promise((resolve) => socket.on("open", resolve))
    socket.send(`{"jsonrpc":"2.0","method":"go"}`)
    socket.pause()
    await expect
      .poll(() => ends, { timeout: 10_000 })
      .toMatchObject([{ by: "client", reason: "the client does not read" }])
    socket.terminate()
  })

  it("refuses positions, ids and streams of ill will", async () => {
    const { http, server } = await serve(echo, { maxStreams: 3 })
    const post = (body: object, headers: Record<string, string> = {}, query = "") =>
      fetch(http + query, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...body })
      })
    const begin = async (query: string) => {
      const answer = await post({ id: 0, method: "initialize", params: { protocolVersion: 1 } }, {}, query)
      return { "Acp-Connection-Id": answer.headers.get("Acp-Connection-Id") ?? "" }
    }
    const plain = await begin("")
    const open = async (headers: Record<string, string>) =>
      (await fetch(http, { headers: { Accept: "text/event-stream", ...headers } })).status
    expect(await open(plain)).toBe(200)
    expect(await open(plain)).toBe(409)
    expect(await open({ ...plain, "Acp-Session-Id": "a" })).toBe(200)
    expect(await open({ ...plain, "Acp-Session-Id": "b" })).toBe(200)
    expect(await open({ ...plain, "Acp-Session-Id": "c" })).toBe(429)
    const long = "x".repeat(2000)
    expect((await post({ id: long, method: "session/new" }, plain)).status).toBe(400)
    const resuming = await begin("?acp-resume=new")
    expect((await post({ method: "x" }, resuming)).status).toBe(400)
    expect((await post({ method: "x" }, { ...resuming, "Acp-Position": "9" })).status).toBe(409)
    expect((await post({ method: "x" }, { ...resuming, "Acp-Position": "2", "Acp-Received": "9e99" })).status).toBe(202)
    expect((await post({ method: "x" }, { ...resuming, "Acp-Position": "2" })).status).toBe(202)
    expect(await open({ ...resuming, "Last-Event-ID": "77" })).toBe(410)
    expect(server.connections).toBe(2)
  })
})
