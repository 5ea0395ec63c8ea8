/** The two listeners that a Node HTTP server needs to serve agents. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Duplex, Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { WebSocketServer } from "ws"
import type { AcpServer } from "./serve-acp.ts"

/** Listeners for `request` and `upgrade`. */
export interface NodeHandlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/**
 * Serves on a Node HTTP or HTTPS server: `createServer(handlers.request).on("upgrade", handlers.upgrade)`. Event streams are
 * written as fast as their reader takes them, and sockets are paused while the agent does not take what they bring.
 */
export const nodeHandlers = (server: AcpServer): NodeHandlers => ({
  request: (request, response) => {
    void answer(server, request, response)
  },
  upgrade: (request, socket, head) => {
    // Nothing listens yet, and an error without a listener would end the process.
    socket.on("error", () => socket.destroy())
    void upgrade(server, request, socket, head).catch(() => socket.destroy())
  }
})

const answer = async (server: AcpServer, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  request.on("error", () => response.destroy())
  try {
    const answered = await server.fetch(webRequest(request, true))
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    if (answered.body === null) response.end()
    else {
      response.flushHeaders()
      // The two declarations of a web stream, of the platform and of Node, are one at run time.
      await pipeline(Readable.fromWeb(answered.body as import("node:stream/web").ReadableStream), response)
    }
  } catch {
    response.destroy()
  }
}

const upgrade = async (server: AcpServer, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
  const decision = await server.upgrade(webRequest(request, false))
  if (decision instanceof Response) {
    const text = await decision.text()
    socket.end(
      `HTTP/1.1 ${decision.status} Refused\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    )
    return
  }
  const { headers, protocol, maxFrameBytes, accept } = decision
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: () => protocol ?? false
  })
  sockets.on("headers", (lines) => {
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  })
  sockets.handleUpgrade(request, socket, head, accept)
}

const webRequest = (request: IncomingMessage, withBody: boolean): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item)
  }
  const { method = "GET" } = request
  const hasBody = withBody && method !== "GET" && method !== "HEAD"
  return new Request(new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`), {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: "half" } : {})
  } as RequestInit)
}
