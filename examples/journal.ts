// What was seen is on disk before it is acted on; the journal gives the same conversation again, without an agent.
import { connect } from "@rxacp/core"
import { replayJournal } from "@rxacp/core/journal"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { journalFile, readJournal, spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, reduce } from "rxjs"

const path = process.argv[2] ?? "conversation.ndjson"
const fold = reduce(foldSession, emptySession())

const journal = journalFile(path, { fsync: "interval" })
const agent = spawnAgent({ ...tryAgentCommand(), journal })
const connection = connect(agent, { info: { name: "journal", version: "1.0.0" } })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Remember this")))
const live = await lastValueFrom(turn.pipe(fold))
await connection.close()
await journal.close()

const replayed = await lastValueFrom(replayJournal(readJournal(path)).pipe(fold))
console.log(replyText(replayed))
console.log(replyText(replayed) === replyText(live) ? "the same as live" : "something else than live")
