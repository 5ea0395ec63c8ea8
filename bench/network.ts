/**
 * What a WebSocket costs beside a pipe: 200,000 chunks read from either, and a flood of large ones read slowly. Run it with
 * `node --conditions=@rxacp/source --import tsx bench/network.ts`; each side is a process of its own.
 */
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { backpressure, memoryPair, type Transport } from "@rxacp/core"
import { serveAcp, webSocketTransport } from "@rxacp/http"
import { nodeHandlers } from "@rxacp/http/node"
import { spawnAgent } from "@rxacp/node"
import { firstValueFrom, skip, take, takeUntil, timer } from "rxjs"
import { WebSocketServer } from "ws"

const CHUNKS = 200_000
const ROUNDS = 3
const update = (size: number): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x".repeat(size) } }
    }
  })

const [role, size = "40", count = String(CHUNKS)] = process.argv.slice(2)
const self = fileURLToPath(import.meta.url)
const program = ["--conditions=@rxacp/source", "--import", "tsx", self]

/** Writes the lines once it is told to, waiting whenever the reader does. */
const writeAll = async (line: string, write: (line: string) => Promise<unknown> | undefined): Promise<void> => {
  for (let n = 0; n < Number(count); n++) {
    const wait = write(line)
    if (wait !== undefined) await wait
  }
}

const pipeAgent = (): void => {
  const line = `${update(Number(size))}\n`
  process.stdin.once("data", () => {
    void writeAll(line, (text) =>
      process.stdout.write(text) ? undefined : new Promise((resolve) => process.stdout.once("drain", resolve))
    )
  })
}

const socketServer = async (): Promise<void> => {
  const line = update(Number(size))
  let written = 0
  const server = serveAcp(() => {
    const [client, agent] = memoryPair()
    agent.lines.pipe(take(1)).subscribe(() => {
      void writeAll(line, (text) => {
        agent.write(text)
        written++
        return (agent as Transport & { drained(): Promise<void> | undefined }).drained()
      })
    })
    return client
  })
  const { request, upgrade } = nodeHandlers(server)
  const http = createServer(request).on("upgrade", upgrade)
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  process.stdout.write(`${(http.address() as AddressInfo).port}\n`)
  process.stdin.on("data", () => process.stdout.write(`${written}\n`)).on("end", () => process.exit(0))
}

/** An agent with a WebSocket of its own and nothing in between, as the other end of the pipe is one. */
const frameServer = async (): Promise<void> => {
  const line = update(Number(size))
  const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false })
  sockets.on("listening", () => process.stdout.write(`${(sockets.address() as AddressInfo).port}\n`))
  sockets.on("connection", (socket) => {
    socket.once("message", () => {
      void writeAll(line, (text) => {
        if (socket.bufferedAmount < 65_536) socket.send(text)
        else return new Promise((resolve) => socket.send(text, resolve))
        return undefined
      })
    })
  })
  process.stdin.on("end", () => process.exit(0)).resume()
}

const startServer = async (kind: "socket" | "frames", bytes: number, chunks: number) => {
  const child = spawn(process.execPath, [...program, kind, String(bytes), String(chunks)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const said = () =>
    new Promise<string>((resolve) => child.stdout.once("data", (data: Buffer) => resolve(String(data))))
  const port = Number(await said())
  const written = async () => {
    const answer = said()
    child.stdin.write("?")
    return Number(await answer)
  }
  return { url: `ws://127.0.0.1:${port}/`, written, stop: () => child.stdin.end() }
}

/** Milliseconds for all chunks but the first. */
const timed = async (transport: Transport): Promise<number> => {
  const all = transport.updates.pipe(skip(CHUNKS - 1), take(1))
  const first = firstValueFrom(transport.updates)
  const last = firstValueFrom(all)
  transport.write("go")
  await first
  const start = performance.now()
  await last
  const ms = performance.now() - start
  await transport.close()
  return ms
}

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const throughput = async (): Promise<void> => {
  const pipe: Array<number> = []
  const rows = { frames: [] as Array<number>, socket: [] as Array<number> }
  for (let round = 0; round < ROUNDS; round++) {
    pipe.push(await timed(spawnAgent({ command: process.execPath, args: [...program, "pipe"] })))
    for (const kind of ["frames", "socket"] as const) {
      const server = await startServer(kind, 40, CHUNKS)
      rows[kind].push(await timed(webSocketTransport(server.url)))
      server.stop()
    }
  }
  console.log(`${CHUNKS} chunks over a pipe: ${median(pipe).toFixed(0)} ms`)
  const names = { frames: "a WebSocket of the agent's own", socket: "a WebSocket of serveAcp" }
  for (const kind of ["frames", "socket"] as const) {
    const ratio = median(rows[kind].map((ms, round) => ms / (pipe[round] ?? 1)))
    console.log(`  over ${names[kind]}: ${median(rows[kind]).toFixed(0)} ms, ${ratio.toFixed(2)} times that`)
  }
}

const flood = async (seconds: number): Promise<void> => {
  const server = await startServer("socket", 10_000, 20_000)
  const transport = webSocketTransport(server.url)
  const started = process.memoryUsage().rss
  let most = started
  let consumed = 0
  let ahead = 0
  const consume = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    consumed++
  }
  transport.updates.pipe(backpressure(transport.flow, consume), takeUntil(timer(seconds * 1000))).subscribe()
  transport.write("go")
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    most = Math.max(most, process.memoryUsage().rss)
    ahead = Math.max(ahead, (await server.written()) - consumed)
  }
  console.log(
    `flood, ${seconds} s: ${consumed} consumed, at most ${ahead} ahead, grown ${((most - started) / 1e6).toFixed(1)} MB`
  )
  await transport.close()
  server.stop()
}

if (role === "pipe") pipeAgent()
else if (role === "socket") await socketServer()
else if (role === "frames") await frameServer()
else {
  await flood(10)
  await throughput()
}
