// Failures are values with a tag and facts: each is handled where something can be done about it.
import { connect, isFailure, type RxacpFailure, type Timeouts, textDeltas } from "@rxacp/core"
import { exit, fail, never, say, script, stderr } from "@rxacp/core/testing"
import { type AgentOptions, agentProcess } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { catchError, concatMap, lastValueFrom, map, of, take, throwError, toArray } from "rxjs"

const advice = (failure: RxacpFailure): string => {
  switch (failure._tag) {
    case "AgentSpawnFailed":
      return `install it: ${failure.command} (${failure.code})`
    case "AgentExited":
      return `it died, and its last words were: ${failure.stderrTail.trim()}`
    case "RequestTimedOut":
      return `waited ${failure.ms} ms for: ${failure.waitedFor}`
    case "RequestFailed":
      return `it said no with ${failure.code}: ${failure.message}`
    default:
      return failure.message
  }
}

const info = { name: "failures", version: "1.0.0" }

const ask = (command: AgentOptions, timeouts: Timeouts = {}): Promise<string> =>
  lastValueFrom(
    agentProcess(command).pipe(
      concatMap((agent) => connect(agent, { info, timeouts }).open({ cwd: process.cwd() })),
      concatMap((session) => session.prompt("hello").pipe(textDeltas(), toArray())),
      map((texts) => texts.join("")),
      take(1),
      catchError((error: unknown) => (isFailure(error) ? of(advice(error)) : throwError(() => error)))
    )
  )

console.log(await ask({ command: "no-such-agent" }))
console.log(await ask(scriptedAgentCommand(script([stderr("out of memory"), exit(3)]))))
console.log(await ask(scriptedAgentCommand(script([never()])), { idle: 100 }))
console.log(await ask(scriptedAgentCommand(script([say("Hm. "), fail(-32603, "no more credit")]))))
console.log(await ask(scriptedAgentCommand(script([say("Here I am.")]))))
