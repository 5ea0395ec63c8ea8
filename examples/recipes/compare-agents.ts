// The same question to two agents at once, their answers side by side; one that fails says why.
import { say, script } from "@rxacp/core/testing"
import { type AgentOptions, ask } from "@rxacp/node"
import { scriptedAgentCommand, tryAgentCommand } from "@rxacp/node/testing"

// Real ones: `{ codex: presets.codex, gemini: presets.gemini }` of @rxacp/node.
const agents: Readonly<Record<string, AgentOptions>> = {
  tried: tryAgentCommand(),
  terse: scriptedAgentCommand(script([say("I am.")])),
  missing: { command: "no-such-agent" }
}

const question = "Which of you is right?"
const answers = Object.entries(agents).map(async ([name, agent]) => {
  const answer = await ask(agent, question, { timeouts: { turn: 60_000 } })
    .text()
    .catch((failure: Error) => `(${failure.message})`)
  return `${name}: ${answer}`
})
for (const answer of await Promise.all(answers)) console.log(answer)
