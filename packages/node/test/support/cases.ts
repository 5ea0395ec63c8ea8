/** The agents of the recorded cases, ready to be spawned. */
import { readFileSync } from "node:fs"
import type { AgentOptions } from "@rxacp/node"

interface ProcessCase {
  readonly agent: { readonly script?: string; readonly command?: string; readonly args?: ReadonlyArray<string> }
}

/** What starts the agent of a case in `test/cases`. */
export const agentOfCase = (id: string): Pick<AgentOptions, "command" | "args"> => {
  const file = new URL(`../../../../test/cases/${id}.json`, import.meta.url)
  const { agent }: ProcessCase = JSON.parse(readFileSync(file, "utf8"))
  if (agent.script !== undefined) return { command: process.execPath, args: ["-e", agent.script] }
  return { command: agent.command ?? "", args: agent.args ?? [] }
}
