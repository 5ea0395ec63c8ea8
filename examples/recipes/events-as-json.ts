// Session events as lines of JSON, and back: big ids and failures survive.
import { connect, eventFromJson, eventToJson } from "@rxacp/core"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, map, toArray } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "json", version: "1.0.0" } })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Tidy up")))

const lines = await lastValueFrom(
  turn.pipe(
    map((event) => JSON.stringify(eventToJson(event))),
    toArray()
  )
)

const state = lines.map((line) => eventFromJson(JSON.parse(line))).reduce(foldSession, emptySession())
console.log(
  `${lines.length > 10 ? "many" : "few"} lines, the first is ${eventFromJson(JSON.parse(lines[0] ?? ""))._tag}`
)
console.log(replyText(state))
