// An agent behind a port: a server that starts one for each client, and a client that reaches it.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect, textDeltas } from "@rxacp/core"
import { serveAcp, webSocketTransport } from "@rxacp/http"
import { nodeHandlers } from "@rxacp/http/node"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, tap } from "rxjs"

const token = crypto.randomUUID()
const server = serveAcp(() => spawnAgent(tryAgentCommand()), { token, maxConnections: 4 })
const { request, upgrade } = nodeHandlers(server)
const http = createServer(request).on("upgrade", upgrade)
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
const { port } = http.address() as AddressInfo

const transport = webSocketTransport(`ws://127.0.0.1:${port}/acp`, { token })
const connection = connect(transport, { info: { name: "over-a-network", version: "1.0.0" } })
const answer = connection.open({ cwd: process.cwd() }).pipe(
  concatMap((session) => session.prompt("What is in the notes?")),
  textDeltas(),
  tap((text) => process.stdout.write(text))
)
await lastValueFrom(answer)
await connection.close()
await server.close()
http.close()
