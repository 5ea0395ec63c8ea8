/** Finds the file that a command stands for. */
import { accessSync, constants, statSync } from "node:fs"
import { delimiter, isAbsolute, join, resolve } from "node:path"

/**
 * The file of a command: a path is one as it is, a name is looked for in the folders of `path`. On Windows it is found with any
 * of the usual endings as well. Undefined when there is none that could be run.
 */
export const findCommand = (command: string, path: string, cwd = "."): string | undefined => {
  const isPath = command.includes("/") || (process.platform === "win32" && command.includes("\\"))
  const places = isPath
    ? [isAbsolute(command) ? command : resolve(cwd, command)]
    : path.split(delimiter).map((folder) => join(folder, command))
  return places.flatMap((place) => endings().map((ending) => `${place}${ending}`)).find(isExecutable)
}

const endings = (): ReadonlyArray<string> =>
  process.platform === "win32" ? ["", ...(process.env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";")] : [""]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
