// Many prompts to a few processes of one agent, in the order of the prompts; what failed is an answer too.
import { permissionPolicy } from "@rxacp/core"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { agentPool } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"
import { from, lastValueFrom, tap } from "rxjs"

const prompts = ["Check a.ts", "Check b.ts", "Check c.ts"]

const answers = from(prompts).pipe(
  agentPool({
    agent: tryAgentCommand(),
    size: 2,
    cwd: process.cwd(),
    permissions: permissionPolicy([{ match: { kind: ["read", "search"] }, answer: "allow" }]),
    timeouts: { turn: 60_000 }, // of each prompt
    limits: { reply: { maxBytes: 100_000 } }
  }),
  tap(({ index, prompt, events, failure }) => {
    const state = events.reduce(foldSession, emptySession())
    console.log(`${index + 1}. ${prompt}: ${failure?.message ?? replyText(state)}`)
  })
)
await lastValueFrom(answers)
