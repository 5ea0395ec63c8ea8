// One session, many listeners on the web. `session-stream.ts` does what late and slow ones need.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect, textDeltas } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom } from "rxjs"
import { follow, sendTo } from "./session-stream.ts"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "events", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const followed = follow(session)
const server = createServer((request, response) => {
  if (request.url === "/events") sendTo(response, followed)
  else response.writeHead(404).end()
}).listen(Number(process.env.PORT ?? 0), "127.0.0.1")
await once(server, "listening")
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`)

session
  .prompt("Tidy up")
  .pipe(textDeltas())
  .subscribe({
    next: (text) => process.stdout.write(text),
    complete: () => connection.close().then(() => server.close())
  })
await once(server, "close")
