// Express: a session that is followed by GET, prompted and answered by POST. `session-stream.ts` does the following.
import type { AddressInfo } from "node:net"
import { connect, eventToJson, type RxacpFailure, selectOption } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import express from "express"
import { firstValueFrom, last, NEVER } from "rxjs"
import { follow, sendTo } from "./session-stream.ts"

const agent = spawnAgent(tryAgentCommand())
const info = { name: "express", version: "1.0.0" }
const connection = connect(agent, { info, permissions: () => NEVER }) // a listener answers
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))
const followed = follow(session)

const app = express().use(express.json())

app.get("/events", (_, response) => sendTo(response, followed))

app.post("/prompt", (request, response) => {
  session
    .prompt(String(request.body.text))
    .pipe(last())
    .subscribe({
      next: (end) => response.json(eventToJson(end)),
      error: (failure: RxacpFailure) => response.status(409).json(failure) // a turn runs already, say
    })
})

app.post("/permission", async (request, response) => {
  const { state } = await firstValueFrom(followed)
  const open = state.pendingPermissions.find(({ id }) => String(id) === String(request.body.id))
  const answer = request.body.allow === true ? "allow" : "reject"
  const taken = open && session.answerPermission(open.id, selectOption(open.request.options, answer))
  response.status(taken ? 204 : 410).end()
})

const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
)
process.once("SIGTERM", () => connection.close().then(() => server.close()))
