/** A scripted agent as a process. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AgentScript } from "@rxacp/core/testing"
import { type ProgramCommand, programCommand } from "./program-command.ts"

/** Of an argument that every platform takes. */
const MAX_ARGUMENT = 30_000

/**
 * The command that plays a script in a process of its own: `spawnAgent(scriptedAgentCommand(script))`. A script too long
 * for an argument goes through a temporary file, which the agent removes.
 */
export const scriptedAgentCommand = (script: AgentScript): ProgramCommand => {
  const json = JSON.stringify(script)
  if (json.length <= MAX_ARGUMENT) return programCommand("scripted-agent-program", json)
  const file = join(mkdtempSync(join(tmpdir(), "rxacp-script-")), "script.json")
  writeFileSync(file, json)
  return programCommand("scripted-agent-program", `@${file}`)
}

/** The command of the agent that is shipped for trying things out; also the program `rxacp-try-agent`. */
export const tryAgentCommand = (): ProgramCommand => programCommand("try-agent-program")
