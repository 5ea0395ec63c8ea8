// A view that is drawn from the latest state: as often as it can draw, never with a state that is out of date.
import { conflate, connect, latestState } from "@rxacp/core"
import { emptySession, foldSession, openToolCalls, replyText, type SessionState } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, tap, timer } from "rxjs"

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "view", version: "1.0.0" } })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Tidy up")))

const draw = (state: SessionState): void => {
  const done = state.plan?.filter(({ status }) => status === "completed").length ?? 0
  const running = openToolCalls(state).map(({ title }) => title)
  console.log(
    `${done} of ${state.plan?.length ?? 0} done, ${running.join(", ") || "nothing runs"}: ${replyText(state)}`
  )
}

const states = turn.pipe(latestState(foldSession, emptySession()))
// Each drawing takes 50 ms here; in a page it would be an animation frame.
const last = await lastValueFrom(
  states.pipe(
    conflate(() => timer(50)),
    tap(draw)
  )
)
console.log(`ended with ${last.turns.at(-1)?.stopReason}`)
