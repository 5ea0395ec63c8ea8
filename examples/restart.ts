// An agent that dies is started again, each time after a longer wait, and gives up after a few times.
import { connect, textDeltas } from "@rxacp/core"
import { dieMidLine, say, script } from "@rxacp/core/testing"
import { agentProcess } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { concatMap, defer, lastValueFrom, retry, take, tap, timer, toArray } from "rxjs"

const commands = [
  scriptedAgentCommand(script([say("I think "), dieMidLine()])),
  scriptedAgentCommand(script([say("I am back.")]))
]
let runs = 0

const answer = defer(() => agentProcess(commands[runs++] ?? { command: "no-more" })).pipe(
  concatMap((agent) =>
    connect(agent, { info: { name: "restart", version: "1.0.0" } })
      .open({ cwd: process.cwd() })
      .pipe(
        concatMap((session) => session.prompt("Are you there?")),
        textDeltas(),
        toArray()
      )
  ),
  take(1),
  retry({
    count: 3,
    delay: (failure: Error, tries) =>
      timer(100 * 2 ** tries).pipe(tap(() => console.log(`again after: ${failure.message}`)))
  })
)
console.log((await lastValueFrom(answer)).join(""))
