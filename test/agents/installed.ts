/** The agents that are installed on this machine and that the scripted model can be set up for. */
import { findAgents, type PresetName } from "@rxacp/node"
import { lastValueFrom, map, toArray } from "rxjs"
import { agentHomes } from "./homes.ts"

type AgentName = PresetName

/** The presets whose command is on the PATH. */
export const installedAgents = async (): Promise<ReadonlyArray<AgentName>> => {
  const names = await lastValueFrom(
    findAgents().pipe(
      map(({ name }) => name),
      toArray()
    )
  )
  return names.filter((name) => agentHomes("")[name] !== undefined)
}
