// The reply so far, for a view that shows it whole: each value is the text up to there.
import { agentText, conflate, connect } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, tap, timer } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "growing", version: "1.0.0" } })

const reply = connection.open({ cwd: process.cwd() }).pipe(
  concatMap((session) => session.prompt("Tidy up")),
  agentText(),
  conflate(() => timer(100)), // no more than ten drawings a second
  tap((text) => console.log(`${text.length} characters`))
)
console.log(await lastValueFrom(reply))
