/** Finds out why a program could not be started. */
import { accessSync, constants, type Stats, statSync } from "node:fs"
import { delimiter, isAbsolute, join, resolve, sep } from "node:path"
import { AgentSpawnFailed } from "@rxacp/core"

/** What was to be started, and the error it gave. */
export interface SpawnAttempt {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly error: Error & { readonly code?: string }
}

/** Tells a missing command, a missing folder and a missing permission apart, which the platform gives one code. */
export const spawnFailure = ({ command, args, cwd, env, error }: SpawnAttempt): AgentSpawnFailed => {
  const path = env.PATH ?? env.Path ?? ""
  const code = error.code === undefined || error.code === "" ? "UNKNOWN" : error.code
  const [reason, sharper] = explain(command, cwd, path, code) ?? [error.message, code]
  return new AgentSpawnFailed(
    { command, args, code: sharper, ...(cwd === undefined ? {} : { cwd }), path, reason, phase: "spawn" },
    { cause: error }
  )
}

type Explanation = readonly [reason: string, code: string]

const explain = (command: string, cwd: string | undefined, path: string, code: string): Explanation | undefined => {
  if (code !== "ENOENT" && code !== "EACCES" && code !== "ENOTDIR") return undefined
  return (cwd === undefined ? undefined : explainFolder(cwd)) ?? explainCommand(command, cwd, path, code)
}

const explainFolder = (cwd: string): Explanation | undefined => {
  const folder = stat(cwd)
  if (folder === undefined) return [`the folder ${cwd} does not exist`, "ENOENT"]
  if (!folder.isDirectory()) return [`${cwd} is not a folder`, "ENOTDIR"]
  return isAllowed(cwd) ? undefined : [`no permission to enter the folder ${cwd}`, "EACCES"]
}

const explainCommand = (command: string, cwd: string | undefined, path: string, code: string): Explanation => {
  const isPath = command.includes("/") || command.includes(sep)
  const places = isPath
    ? [isAbsolute(command) ? command : resolve(cwd ?? "", command)]
    : path.split(delimiter).map((folder) => join(folder, command))
  const found = places.find((place) => stat(place)?.isFile())
  if (found === undefined) {
    if (code === "EACCES") return [`no permission to run ${command}`, code]
    return [isPath ? `${places[0]} does not exist` : "no such command on the PATH", "ENOENT"]
  }
  return isAllowed(found)
    ? [`${found} is there, but what should run it is not`, code]
    : [`no permission to run ${found}`, "EACCES"]
}

/** What is there; a place that can't be looked at counts as empty. */
const stat = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Whether this process may run the file, or enter the folder. */
const isAllowed = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
