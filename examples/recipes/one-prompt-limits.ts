// What one prompt may cost and how long it may take, and a signal that cancels it.
import { connect } from "@rxacp/core"
import { never, say, script } from "@rxacp/core/testing"
import { spawnAgent } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, tap } from "rxjs"

const hangs = script([say("A long story. ".repeat(10)), never()])
await using agent = spawnAgent(scriptedAgentCommand(hangs))
const connection = connect(agent, { info: { name: "limits", version: "1.0.0" } })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

const capped = await lastValueFrom(session.prompt("Tell me", { limits: { maxBytes: 100 } }))
if (capped._tag === "TurnEnded") console.log(`${capped.stopReason}, left out ${capped.omitted?.bytes} bytes`)

const slow = session.prompt("Tell me again", { timeouts: { idle: 200 } })
await lastValueFrom(slow).catch((failure: Error) => console.log(failure.message))

const stop = new AbortController() // or the signal of an HTTP request
const stopped = await lastValueFrom(
  session.prompt("And again", { signal: stop.signal }).pipe(
    tap((event) => {
      if (event._tag === "Update") stop.abort()
    })
  )
)
if (stopped._tag === "TurnEnded") console.log(`${stopped.stopReason}, asked for: ${stopped.cancelRequested}`)
