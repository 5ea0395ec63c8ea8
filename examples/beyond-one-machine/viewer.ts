// A viewer: a page that follows the session from the log, goes on where it stopped after a reconnect, and answers the agent.
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { formatPosition, parsePosition, positionOf, pullSession, sessionCommands } from "@rxacp/core/log"
import { openLog } from "./open-log.ts"

const log = await openLog(process.argv[2] ?? "log")
const commands = sessionCommands(log, "s1", { by: process.env.USER ?? "viewer" })
const page = readFileSync(new URL("page.html", import.meta.url))
// Ids of requests may be larger than a JSON number: they go to the page as `eventToJson` writes them, and come back so.
const toPage = (_: string, value: unknown): unknown => (typeof value === "bigint" ? { bigint: String(value) } : value)
const fromPage = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "bigint" in value ? BigInt(String(value.bigint)) : value

const stream = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  const after = parsePosition(String(request.headers["last-event-id"] ?? ""))
  const leaving = new AbortController()
  response.on("close", () => leaving.abort())
  const options = { signal: leaving.signal, ...(after === undefined ? {} : { after }) }
  for await (const values of pullSession(log, "s1", options)) {
    for (const value of values) {
      const at = positionOf(value)
      response.write(`${at ? `id: ${formatPosition(at)}\n` : ""}data: ${JSON.stringify(value, toPage)}\n\n`)
    }
    // A page that does not read is not read for.
    if (response.writableNeedDrain) await Promise.race([once(response, "drain"), once(leaving.signal, "abort")])
  }
  response.end()
}

const command = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { prompt, request: asked, option } = JSON.parse(await text(request), fromPage)
  await (prompt === undefined ? commands.answer(asked, option) : commands.prompt(prompt))
  response.writeHead(204).end()
}

const server = createServer((request, response) => {
  if (request.method === "POST") void command(request, response).catch(() => response.writeHead(400).end())
  else if (request.url === "/events") void stream(request, response).catch(() => response.end())
  else response.end(page)
}).listen(Number(process.env.PORT ?? 0), "127.0.0.1")
await once(server, "listening")
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
