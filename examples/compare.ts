// The same question to two agents at once, their answers side by side.
import { connect } from "@rxacp/core"
import { say, script } from "@rxacp/core/testing"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { type AgentOptions, agentProcess } from "@rxacp/node"
import { scriptedAgentCommand, tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, forkJoin, lastValueFrom, map, type Observable, reduce, take } from "rxjs"

const ask = (command: AgentOptions, question: string): Observable<string> =>
  agentProcess(command).pipe(
    concatMap((agent) =>
      connect(agent, { info: { name: "compare", version: "1.0.0" } })
        .open({ cwd: process.cwd() })
        .pipe(concatMap((session) => session.prompt(question)))
        .pipe(reduce(foldSession, emptySession()))
    ),
    take(1), // leaves the agent, which ends it
    map((state) => replyText(state))
  )

const question = "Which of you is right?"
const answers = await lastValueFrom(
  forkJoin({
    tried: ask(tryAgentCommand(), question),
    terse: ask(scriptedAgentCommand(script([say("I am.")])), question)
  })
)
console.log(answers)
