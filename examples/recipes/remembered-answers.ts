// "Always" answers that outlive the program, and can be taken back. A store is any `Map` or what looks like one.
import { type AnswerForGood, type AnswerStore, connect, permissionPolicy, selectOption } from "@rxacp/core"
import { askPermission, say, script } from "@rxacp/core/testing"
import { spawnAgent } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom } from "rxjs"

const file = new Map<string, AnswerForGood>() // in an app: over a file or a database
const store: AnswerStore = file

const policy = permissionPolicy(
  [
    {
      match: { kind: "edit" },
      ask: async ({ options }) => selectOption(options, "allowAlways") // a person, in an app
    }
  ],
  { store, scope: "everywhere" }
)
policy.decisions.subscribe(({ by, outcome }) => console.log(`${by}: ${outcome.outcome}`))

const edit = askPermission({ toolCallId: "edit", title: "Edit a.txt", kind: "edit" }, { allowed: [say("Edited.")] })
await using agent = spawnAgent(scriptedAgentCommand(script([edit])))
const connection = connect(agent, { info: { name: "answers", version: "1.0.0" }, permissions: policy })
const session = await firstValueFrom(connection.open({ cwd: process.cwd() }))

await lastValueFrom(session.prompt("Edit it"))
await lastValueFrom(session.prompt("Edit it again"))

for (const { key, answer, title } of await policy.remembered()) {
  console.log(`kept: ${answer} for ${title}`)
  await policy.takeBack(key)
}
await lastValueFrom(session.prompt("And once more"))
