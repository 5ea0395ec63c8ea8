// A host: its agent does nothing that is not in the log before. A second host takes the session over, and this one is refused.
import { connect } from "@rxacp/core"
import { answeredByViewers, logJournal, publishSession, serveCommands } from "@rxacp/core/log"
import { sessionSnapshots } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom } from "rxjs"
import { openLog } from "./open-log.ts"

const log = await openLog(process.argv[2] ?? "log")
const journal = logJournal(await log.open("agent"))
const agent = spawnAgent({ ...tryAgentCommand(), journal, epoch: journal.epoch })
const connection = connect(agent, { info: { name: "host", version: "1.0.0" }, permissions: answeredByViewers })
// An agent that keeps its sessions would load this one: session.load({ cwd }).
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const publication = publishSession(session, log, {
  fold: sessionSnapshots,
  flow: agent.flow,
  journal: "agent",
  leaseMs: 3000,
  keep: { entries: 10_000, afterEndMs: 24 * 60 * 60 * 1000 }
})
serveCommands(connection, publication)
const { epoch } = await publication.writer
console.log(`epoch ${epoch} publishes ${session.id}`)

const { failure } = await publication.ended
console.log(failure === undefined ? "ended" : `${failure._tag}: ${failure.message}`)
await agent.close()
process.exit()
