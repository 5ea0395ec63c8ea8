// A cap on what one reply may cost: what fits is kept, what was left out is said, the agent is asked to stop.
import { connect, shareTurn, textDeltas } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "cap", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const turn = session.prompt("Tell me everything", { limits: { maxBytes: 40 } }).pipe(shareTurn())
turn.pipe(textDeltas()).subscribe((text) => process.stdout.write(text))
turn.subscribe((event) => {
  if (event._tag === "Overflow") console.log(`\nover ${event.limit} ${event.max}, from line ${event.seq} on`)
})

const end = await lastValueFrom(turn)
if (end._tag === "TurnEnded") console.log(`ended with ${end.stopReason}, left out:`, end.omitted)
