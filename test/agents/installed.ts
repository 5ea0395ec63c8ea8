/** Finds the agents that are installed on this machine. */
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { presets } from "@rxacp/node"

/** The name of a preset. */
export type AgentName = keyof typeof presets

const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The presets whose command is on the PATH. */
export const installedAgents = (): ReadonlyArray<AgentName> =>
  (Object.keys(presets) as Array<AgentName>).filter((name) => isOnPath(presets[name].command))
