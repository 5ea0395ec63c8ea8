// After a crash of the agent: the state comes from the journal, the session is resumed on a new process, and goes on.
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "@rxacp/core"
import { replayJournal } from "@rxacp/core/journal"
import { dieMidLine, say, script } from "@rxacp/core/testing"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { journalFile, readJournal, spawnAgent } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { concat, concatMap, lastValueFrom, reduce, toArray } from "rxjs"

const cwd = process.cwd()
const info = { name: "resume", version: "1.0.0" }
const path = join(await mkdtemp(join(tmpdir(), "journal-")), "session.ndjson")
const journal = journalFile(path, { fsync: "interval" })

// The first run ends in the middle of a line.
const fragile = scriptedAgentCommand(script([say("I have read half of it. "), dieMidLine()]))
const first = connect(spawnAgent({ ...fragile, journal }), { info })
await lastValueFrom(first.open({ cwd }).pipe(concatMap((session) => session.prompt("Read the notes")))).catch(
  (failure: Error) => console.log(failure.message)
)
await first.close()

// What was seen is in the journal: which session it was, and how far it came.
const seen = await lastValueFrom(replayJournal(readJournal(path)).pipe(toArray()))
const before = seen.reduce(foldSession, emptySession())
const sessionId = seen.at(-1)?.sessionId ?? ""
console.log(`before: ${replyText(before)}`)

// The second run has an epoch of its own and goes on in the same journal.
const stored = [{ sessionId, cwd, history: [] }]
const sturdy = scriptedAgentCommand({ ...script([say("And now the rest.")]), stored })
const second = connect(spawnAgent({ ...sturdy, journal, epoch: 2 }), { info })
const session = second.session(sessionId)
const after = await lastValueFrom(
  concat(session.resume({ cwd }), session.prompt("Go on")).pipe(reduce(foldSession, before))
)
console.log(`after: ${replyText(after)}`)
console.log(`${after.turns.length} turns, the first failed: ${after.turns[0]?.failure !== undefined}`)
await second.close()
await journal.close()
