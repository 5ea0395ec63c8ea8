/** How a program of this package is started, from its build as well as from its sources. */
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"

/** What `spawnAgent` takes. */
export interface ProgramCommand {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** The command for the program `name` of this folder. Sources are run by tsx, which the repository has. */
export const programCommand = (name: string, ...args: ReadonlyArray<string>): ProgramCommand => {
  const here = import.meta.url
  const command = process.execPath
  if (!here.endsWith(".ts")) return { command, args: [fileURLToPath(new URL(`./${name}.js`, here)), ...args] }
  const loader = pathToFileURL(createRequire(here).resolve("tsx")).href
  const program = fileURLToPath(new URL(`./${name}.ts`, here))
  return { command, args: ["--conditions=@rxacp/source", "--import", loader, program, ...args] }
}
