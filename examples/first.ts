// The first pipeline: one prompt, its answer as it comes.
import { connect, textDeltas } from "@rxacp/core"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, tap } from "rxjs"

const agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "first", version: "1.0.0" } })

const answer = connection.open({ cwd: process.cwd() }).pipe(
  concatMap((session) => session.prompt("What is in the notes?")),
  textDeltas(),
  tap((text) => process.stdout.write(text))
)

await lastValueFrom(answer)
await connection.close()
