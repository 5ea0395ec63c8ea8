/** What may be wrong with the way an agent was started that says nothing. */
import { basename } from "node:path"
import type { AgentPreset } from "./agent-preset.ts"
import { presets } from "./presets.ts"

/** How an agent was started, and whether it has written anything to either of its outputs. */
export interface StartedAgent {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly silent: boolean
}

/**
 * A clause about the arguments: those that a preset has for this command, or for the package that `npx` and its like run, and
 * that are missing. Of another command that is silent only that it may want an argument. Undefined where nothing can be said.
 */
export const startHint = ({ command, args, silent }: StartedAgent): string | undefined => {
  const name = basename(command).replace(/\.(?:cmd|exe|bat)$/i, "")
  const preset = Object.values<AgentPreset>(presets).find((one) => one.command === name || runs(args, one.package))
  const missing = preset?.args.some((arg) => !args.includes(arg)) ?? false
  if (preset !== undefined && missing) {
    return `${preset.title} speaks the protocol when it is started with ${preset.args.join(" ")}`
  }
  return silent && preset === undefined
    ? "the command wrote nothing: it may want an argument to speak the protocol, or is no agent"
    : undefined
}

const runs = (args: ReadonlyArray<string>, name: string | undefined): boolean =>
  name !== undefined && args.some((arg) => arg === name || arg.startsWith(`${name}@`))
