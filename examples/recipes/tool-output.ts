// What tools gave, wherever the agent puts it: in content, or only in `rawOutput`.
import { connect } from "@rxacp/core"
import { patch, say, script, toolCall } from "@rxacp/core/testing"
import { emptySession, foldSession, toolCalls, toolOutput } from "@rxacp/fold"
import { spawnAgent } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { concatMap, lastValueFrom, reduce } from "rxjs"

const works = script([
  toolCall({ toolCallId: "1", title: "Read a.txt", kind: "read", status: "in_progress" }),
  patch("1", { status: "completed", content: [{ type: "content", content: { type: "text", text: "one\n" } }] }),
  toolCall({ toolCallId: "2", title: "Run ls", kind: "execute", status: "in_progress" }),
  patch("2", { status: "completed", rawOutput: { aggregated_output: "a.txt\n", exit_code: 0 } }),
  say("Done.")
])
await using agent = spawnAgent(scriptedAgentCommand(works))
const connection = connect(agent, { info: { name: "output", version: "1.0.0" } })
const turn = connection.open({ cwd: process.cwd() }).pipe(concatMap((session) => session.prompt("Look around")))

const state = await lastValueFrom(turn.pipe(reduce(foldSession, emptySession())))
for (const call of toolCalls(state)) console.log(`${call.title}: ${toolOutput(call).trim()}`)
