/** The agents of the recorded cases, ready to be spawned. */
import { readFileSync } from "node:fs"
import type { AgentOptions } from "@rxacp/node"

interface ProcessCase {
  readonly lines: ReadonlyArray<unknown>
  readonly agent: { readonly script?: string; readonly command?: string; readonly args?: ReadonlyArray<string> }
}

const readCase = (id: string): ProcessCase =>
  JSON.parse(readFileSync(new URL(`../../../../test/cases/${id}.json`, import.meta.url), "utf8"))

/** The whole lines that the agent of a case in `test/cases` writes. */
export const linesOfCase = (id: string): ReadonlyArray<string> =>
  readCase(id).lines.filter((line) => typeof line === "string")

/** What starts the agent of a case in `test/cases`. */
export const agentOfCase = (id: string): Pick<AgentOptions, "command" | "args"> => {
  const { agent } = readCase(id)
  if (agent.script !== undefined) return { command: process.execPath, args: ["-e", agent.script] }
  return { command: agent.command ?? "", args: agent.args ?? [] }
}
