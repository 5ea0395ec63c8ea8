// Permission by rules, and by a person where no rule matches. Without an answer the request is rejected.

import { createInterface } from "node:readline/promises"
import { connect, type PermissionHandler, permissionPolicy, selectOption, shownToolCall } from "@rxacp/core"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, reduce } from "rxjs"

const terminal = createInterface({ input: process.stdin, output: process.stdout })

const askPerson: PermissionHandler = async (request, { known }) => {
  const { title } = shownToolCall(known, request.toolCall)
  const answer = await terminal.question(`Allow "${title}"? [y/N] `)
  return selectOption(request.options, answer.trim() === "y" ? "allow" : "reject")
}

const permissions = permissionPolicy([
  { match: { kind: ["read", "search"] }, answer: "allow" },
  { match: { kind: "edit" }, ask: askPerson }
])
permissions.decisions.subscribe(({ by, outcome }) => console.log(`decided by ${by}: ${outcome.outcome}`))

await using agent = spawnAgent(tryAgentCommand())
const connection = connect(agent, { info: { name: "permission", version: "1.0.0" }, permissions })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Tidy up")))

const state = await lastValueFrom(turn.pipe(reduce(foldSession, emptySession())))
console.log(replyText(state))
terminal.close()
