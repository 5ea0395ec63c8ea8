// The same as `before-migrating.ts`, with rxacp: one observable of the turn.
import { connect, permissionPolicy } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, tap } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, {
  info: { name: "migrating", version: "1.0.0" },
  permissions: permissionPolicy([{ answer: "allow" }])
})

const turn = connection.open({ cwd: process.cwd() }).pipe(
  concatMap((session) => session.prompt("Tidy up")),
  tap((event) => {
    if (event._tag !== "Update") return
    const { update } = event
    if (update.sessionUpdate !== "agent_message_chunk" || update.content.type !== "text") return
    process.stdout.write(update.content.text)
  })
)
const end = await lastValueFrom(turn)
if (end._tag === "TurnEnded") console.log(`\nended with ${end.stopReason}`)
