// An earlier session, loaded with its history and then gone on with.
import { connect } from "@rxacp/core"
import { emptySession, foldSession, messages, messageText, replyText } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concat, firstValueFrom, lastValueFrom, reduce } from "rxjs"

const cwd = process.cwd()
await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "load", version: "1.0.0" } })

const { sessions } = await firstValueFrom(connection.listSessions())
const earlier = sessions[0]
if (earlier === undefined) throw new Error("the agent has no sessions")
console.log(`loading "${earlier.title}"`)

// `quiet`: the load ends once nothing has come for so long since the answer, for agents that answer before their history
// is out. A preset says whether its agent needs it: `presets.gemini.quirks?.quiet`.
const session = connection.session(earlier.sessionId)
const loaded = session.load({ cwd, mcpServers: [] }, { quiet: 100 })

const state = await lastValueFrom(
  concat(loaded, session.prompt("Go on")).pipe(reduce(foldSession, emptySession({ sessionId: session.id })))
)
for (const message of messages(state).slice(0, 2)) console.log(`${message.role}: ${messageText(message)}`)
console.log(`now: ${replyText(state)}`)
