// One session, many listeners: its events as server-sent events, each listener from the current state on.

import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, type Observable, ReplaySubject } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "events", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const events = new ReplaySubject<string>(1000)
session.events.subscribe({ next: (event) => events.next(JSON.stringify(event)), complete: () => events.complete() })

const send = (lines: Observable<string>, response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  const listening = lines.subscribe({
    next: (line) => response.write(`data: ${line}\n\n`),
    complete: () => response.end()
  })
  response.on("close", () => listening.unsubscribe())
}

const server = createServer((_, response) => send(events, response)).listen(Number(process.env.PORT ?? 0), "127.0.0.1")
await once(server, "listening")
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

session.prompt("Tidy up").subscribe({ complete: () => connection.close().then(() => server.close()) })
await once(server, "close")
