/** The HTTP server of the web view, on the loopback address only. */
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { WebAgent } from "./agent.ts"
import { api } from "./api.ts"
import { refusal } from "./guard.ts"
import { pageFiles } from "./page-files.ts"

/** Where to listen, and the folder of the built page. `port` 0 takes any that is free. */
export interface ServerOptions {
  readonly port: number
  readonly page: string
}

/** A server that listens. */
export interface WebServer {
  /** The address of the page. The token is in the fragment, which browsers send to no server. */
  readonly url: string
  readonly token: string
  /** Breaks all connections; pages come back by themselves. */
  disconnect(): void
  close(): Promise<void>
}

/** Starts to serve an agent's sessions; rejects when the port is taken. */
export const startServer = async (agent: WebAgent, { port, page }: ServerOptions): Promise<WebServer> => {
  const token = randomBytes(24).toString("base64url")
  const serveFile = pageFiles(page)
  const serveApi = api(agent)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request, token)
    const { url = "", method } = request
    if (refused !== undefined) response.writeHead(refused.status).end(refused.reason)
    else if (method === "GET" && serveFile(url, response)) return
    else if (/^\/api\/sessions(\/|$)/.test(url) && (await serveApi(request, response))) return
    else response.writeHead(404).end("not found")
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end("bad request"))
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/#token=${token}`,
    token,
    disconnect: () => server.closeAllConnections(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
