// A conversation as a value: session events folded into a state, and the state shown once at the end.
import { connect } from "@rxacp/core"
import { emptySession, foldSession, messageText } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, reduce } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "transcript", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const state = await lastValueFrom(session.prompt("Tidy up").pipe(reduce(foldSession, emptySession())))

for (const entry of state.timeline) {
  if (entry.type === "message") console.log(`${entry.role}: ${messageText(entry)}`)
  if (entry.type === "toolCall") console.log(`[${entry.mark ?? entry.status}] ${entry.title}`)
}
console.log(`ended with ${state.turns.at(-1)?.stopReason}, ${state.usage?.used} tokens`)
