/** A user's program: one turn with the agent to try things out with, folded, with what failures say and types a reader sees. */
import { AuthRequired, connect, retryAfterAuth, type SessionEvent, type Usage } from "@rxacp/core"
import { emptySession, foldSession, replyText, type SessionState } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, EMPTY, lastValueFrom, scan, tap } from "rxjs"

const agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "user", version: "1.0.0" } })

let usage: Usage | undefined
const watch = (event: SessionEvent): void => {
  if (event._tag === "TurnEnded") usage = event.usage
}

const states = connection.open({ cwd: process.cwd() }).pipe(
  retryAfterAuth(({ authMethods: [method] }) => (method === undefined ? EMPTY : connection.authenticate(method.id))),
  concatMap((session) => session.prompt("What is in the notes?")),
  tap(watch),
  scan(foldSession, emptySession())
)

const state: SessionState = await lastValueFrom(states)
await connection.close()

const failure = new AuthRequired({ method: "session/new", authMethods: [{ id: "key", name: "Key" }] })
const name: string | undefined = failure.authMethods[0]?.name

process.stdout.write(replyText(state).length > 0 && name === "Key" && usage === undefined ? "a turn" : "nothing")
