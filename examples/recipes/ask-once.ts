// One prompt to one agent in a line: the agent is started, asked and closed.
import { ask } from "@rxacp/node"
import { tryAgentCommand } from "@rxacp/node/testing"

// A real agent is `presets.opencode`, `presets.codex` and so on, of @rxacp/node.
const reply = ask(tryAgentCommand(), "What is in the notes?", {
  cwd: process.cwd(),
  limits: { reply: { maxBytes: 10_000 } }
})
console.log(await reply.text())
