/** Finds the agents that are installed on this machine. */
import { defer, from, map, mergeMap, type Observable } from "rxjs"
import { findCommand } from "../process/find-command.ts"
import type { AgentPreset } from "./agent-preset.ts"
import { installedVersion } from "./installed-version.ts"
import { type PresetName, presets } from "./presets.ts"

/** An agent that is installed. */
export interface FoundAgent {
  readonly name: PresetName
  readonly preset: AgentPreset
  /** Where its command is. */
  readonly path: string
  /** The version that is installed; absent when it could not be found out. */
  readonly version?: string
}

/** Where to look for agents, and for how long. */
export interface FindAgentsOptions {
  /** The folders to look in, as the variable `PATH` names them. Default that of this process. */
  readonly path?: string
  /** How long, in milliseconds, a command may take to say its version. Default 10,000. */
  readonly versionMs?: number
}

/**
 * The presets whose command is on the `PATH`, each with its version: that of the npm package it belongs to, else what its
 * `--version` prints. Emits them as they are found out, in the order of the presets. Never errors.
 */
export const findAgents = ({
  path = process.env.PATH ?? "",
  versionMs = 10_000
}: FindAgentsOptions = {}): Observable<FoundAgent> =>
  defer(() =>
    from(Object.entries<AgentPreset>(presets)).pipe(
      mergeMap(([name, preset]) => {
        const found = findCommand(preset.command, path)
        return found === undefined ? [] : [{ name: name as PresetName, preset, path: found }]
      }),
      mergeMap(
        (found) =>
          from(installedVersion(found.path, found.preset.package, versionMs)).pipe(
            map((version) => (version === undefined ? found : { ...found, version }))
          ),
        1
      )
    )
  )
