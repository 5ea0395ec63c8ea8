// A consumer that is slower than the agent: while more than a few events wait for the database, the agent is held back.

import { setTimeout as delay } from "node:timers/promises"
import { backpressure, connect, eventToJson } from "@rxacp/core"
import { flood, script } from "@rxacp/core/testing"
import { spawnAgent } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import sqlite from "node-sqlite3-wasm"
import { count, firstValueFrom, lastValueFrom } from "rxjs"

const database = new sqlite.Database(process.argv[2] ?? ":memory:")
database.run("CREATE TABLE IF NOT EXISTS events (n INTEGER PRIMARY KEY, event TEXT)")

await using agent = spawnAgent(scriptedAgentCommand(script([flood(200, 1000)])))
const connection = connect(agent, { info: { name: "slow", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

let most = 0
const stored = session.prompt("go").pipe(
  backpressure(agent.flow, async (event) => {
    most = Math.max(most, agent.flow.state.bytesWaiting)
    await delay(2)
    database.run("INSERT INTO events VALUES (?, ?)", [event.n, JSON.stringify(eventToJson(event))])
  }),
  count()
)
console.log(`stored ${await lastValueFrom(stored)} events, at most ${most} bytes waited in this process`)
database.close()
