/** Servers on a port of this machine: ours, and the official SDK's. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node"
import { AcpServer as SdkServer } from "@agentclientprotocol/sdk/experimental/server"
import { type AcpServer, type MakeTransport, type ServeOptions, serveAcp } from "@rxacp/http"
import { nodeHandlers } from "@rxacp/http/node"
import { WebSocketServer } from "ws"
import { sdkAgent } from "./sdk-agent.ts"

/** A server that listens. */
export interface Listening {
  readonly http: string
  readonly ws: string
  /** Cuts every connection at once, as a network that goes away does. */
  readonly cut: () => void
  readonly stop: () => Promise<void>
}

type Handlers = Pick<ReturnType<typeof nodeHandlers>, "request" | "upgrade">

const listen = async ({ request, upgrade }: Handlers, stop: () => Promise<void>): Promise<Listening> => {
  const server = createServer(request).on("upgrade", upgrade)
  const sockets = new Set<import("node:net").Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    http: `http://127.0.0.1:${port}/acp`,
    ws: `ws://127.0.0.1:${port}/acp`,
    cut,
    stop: async () => {
      await stop()
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    }
  }
}

/** Our server, listening. */
export const ourServer = async (
  makeTransport: MakeTransport,
  options?: ServeOptions
): Promise<Listening & { readonly server: AcpServer }> => {
  const server = serveAcp(makeTransport, options)
  return { ...(await listen(nodeHandlers(server), () => server.close())), server }
}

/** The official SDK's server with the official SDK's agent, listening. */
export const sdkServer = (): Promise<Listening> => {
  const server = new SdkServer({ createAgent: sdkAgent })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  return listen(
    { request: createNodeHttpHandler(server), upgrade: createNodeWebSocketUpgradeHandler(server, sockets) },
    () => server.close()
  )
}
