/** Starts the command of a request for a terminal. */
import { isAbsolute } from "node:path"
import type { CreateTerminalRequest } from "@rxacp/core"
import { insideRoots } from "../files/inside-roots.ts"
import type { ProcessTree } from "../process/process-tree.ts"
import { spawnFailure } from "../process/spawn-failure.ts"
import type { StartedProcess } from "../process/start-process.ts"
import { startTree } from "../process/start-tree.ts"
import { refuseCommand } from "./refuse-command.ts"
import { isShellLine } from "./shell-line.ts"
import type { TerminalsOptions } from "./terminal-options.ts"

export interface RunningCommand {
  readonly child: StartedProcess
  readonly tree: ProcessTree
  /** To be called once the tree is gone. */
  readonly release: () => void
}

/** A command that runs, or why none does. */
export type StartedCommand = RunningCommand | { readonly refused: string }

/** Starts what the request asks for, where it asks for it if that is allowed. Never rejects for what the agent asks. */
export const startCommand = async (
  request: CreateTerminalRequest,
  options: TerminalsOptions
): Promise<StartedCommand> => {
  const folder = await commandFolder(request, options)
  if ("refused" in folder) return folder
  const { cwd } = folder
  const { shell = isShellLine, inheritEnv = true } = options
  const program = { command: request.command, args: request.args ?? [], cwd }
  const own = { ...options.env, ...Object.fromEntries((request.env ?? []).map(({ name, value }) => [name, value])) }
  const given = { ...(inheritEnv ? process.env : {}), ...own }
  const isLine = shell !== false && shell(request, cwd)
  const refused = refuseCommand(request, cwd, options.allow, isLine)
  if (refused !== undefined) return { refused }
  const { hostSignals: signals, watchdog } = options
  const { child, tree, release } = startTree({ ...program, env: own, inheritEnv, shell: isLine }, { signals, watchdog })
  if (tree !== undefined) return { child, tree, release }
  const end = await child.ended
  return {
    refused: "error" in end ? spawnFailure({ ...program, env: given, error: end.error }).message : "it has ended"
  }
}

/** The folder for the command: the one it asks for, else the first root, else the host's own. */
const commandFolder = async (
  { cwd }: CreateTerminalRequest,
  { root }: TerminalsOptions
): Promise<{ readonly cwd: string } | { readonly refused: string }> => {
  if (root === undefined) {
    if (cwd == null) return { cwd: process.cwd() }
    return isAbsolute(cwd) ? { cwd } : { refused: "the path of the folder is not absolute" }
  }
  const roots = typeof root === "string" ? [root] : root
  const place = await insideRoots(roots, cwd ?? roots[0] ?? "")
  return place.allowed ? { cwd: place.path } : { refused: `the folder can't be used: ${place.reason}` }
}
