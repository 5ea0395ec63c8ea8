/** A server on a port of this machine for one test. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { type AcpServer, type MakeTransport, type ServeOptions, serveAcp } from "@rxacp/http"
import { nodeHandlers } from "@rxacp/http/node"
import { onTestFinished } from "vitest"

/** Where it listens. */
export interface Address {
  readonly http: string
  readonly ws: string
}

/** Listens with Node's own handlers; ends with the test. */
export const listen = async (
  request: RequestListener,
  upgrade?: ReturnType<typeof nodeHandlers>["upgrade"]
): Promise<Address> => {
  const server = createServer(request)
  if (upgrade !== undefined) server.on("upgrade", upgrade)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { http: `http://127.0.0.1:${port}/acp`, ws: `ws://127.0.0.1:${port}/acp` }
}

/** Our server, listening; ends with the test. */
export const serve = async (
  makeTransport: MakeTransport,
  options?: ServeOptions
): Promise<Address & { readonly server: AcpServer }> => {
  const server = serveAcp(makeTransport, options)
  const { request, upgrade } = nodeHandlers(server)
  const address = await listen(request, upgrade)
  onTestFinished(() => server.close())
  return { ...address, server }
}
