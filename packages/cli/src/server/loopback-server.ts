/** The HTTP server of the page, on the loopback address only. */
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { refusal } from "./guard.ts"
import { pageFiles } from "./page-files.ts"

/** Answers a call of the page; false for a path that it does not know. */
export type Api = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Where to listen, the folder of the built page, and the name of the view that it shows. `port` 0 takes any that is free. */
export interface ServerOptions {
  readonly port: number
  readonly page: string
  readonly view?: "inspect"
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

/** Starts to serve the page and what it calls; rejects when the port is taken. */
export const startServer = async (api: Api, { port, page, view }: ServerOptions): Promise<WebServer> => {
  const token = randomBytes(24).toString("base64url")
  const serveFile = pageFiles(page)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request, token)
    const { url = "", method } = request
    if (refused !== undefined) response.writeHead(refused.status).end(refused.reason)
    else if (method === "GET" && serveFile(url, response)) return
    else if (url.startsWith("/api/") && (await api(request, response))) return
    else response.writeHead(404).end("not found")
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end("bad request"))
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/${view === undefined ? "" : `${view}.html`}#token=${token}`,
    token,
    disconnect: () => server.closeAllConnections(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
