// One turn, many readers: who comes late gets it from its start, and the prompt is sent once.
import { agentText, connect, shareTurn, textDeltas } from "@rxacp/core"
import { emptySession, foldSession, toolCalls } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, reduce } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "readers", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const turn = session.prompt("Tidy up").pipe(shareTurn())
turn.pipe(textDeltas()).subscribe((text) => process.stdout.write(text))

const state = await lastValueFrom(turn.pipe(reduce(foldSession, emptySession())))
const late = await lastValueFrom(turn.pipe(agentText()))
console.log(`\n${toolCalls(state).length} tool calls, ${late.length} characters, 1 prompt`)
