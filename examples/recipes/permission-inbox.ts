// An inbox of permission requests: the state has what is open, and the session takes the answers, in any order and at any time.
import { connect, latestState, selectOption } from "@rxacp/core"
import { emptySession, foldSession, type PendingPermission, replyText } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatAll, distinctUntilChanged, firstValueFrom, lastValueFrom, map, NEVER } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, {
  info: { name: "inbox", version: "1.0.0" },
  permissions: () => NEVER // leaves every request open
})
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const states = session.events.pipe(latestState(foldSession, emptySession(session.opened)))
const inbox = states.pipe(
  map((state) => state.pendingPermissions),
  distinctUntilChanged()
)

// Here every request is allowed as it shows; an app would draw the list and call this when a button is pressed.
const allow = ({ id, request }: PendingPermission): void => {
  const taken = session.answerPermission(id, selectOption(request.options, "allow"))
  console.log(`${request.toolCall.title}: ${taken ? "allowed" : "no longer open"}`)
}
inbox.pipe(concatAll()).subscribe(allow)

await lastValueFrom(session.prompt("Tidy up"))
console.log(replyText(await firstValueFrom(states)))
