/** How a program of this package is started: from its build, from its sources, and from a bundle of the host. */
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { requireFrom } from "../process/require-from.ts"

/** What `spawnAgent` takes. */
export interface ProgramCommand {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/**
 * The command for the program `name` of this folder. Sources are run by tsx, which the repository has. A bundle of the host
 * has no programs beside it: then those of the installed package are taken.
 */
export const programCommand = (name: string, ...args: ReadonlyArray<string>): ProgramCommand => {
  // Absent in a bundle that is CommonJS, whatever the types say.
  const here: string | undefined = import.meta.url
  const command = process.execPath
  if (here?.endsWith(".ts")) {
    const loader = pathToFileURL(requireFrom(here).resolve("tsx")).href
    const program = fileURLToPath(new URL(`./${name}.ts`, here))
    return { command, args: ["--conditions=@rxacp/source", "--import", loader, program, ...args] }
  }
  const beside = here?.startsWith("file:") ? fileURLToPath(new URL(`./${name}.js`, here)) : undefined
  return { command, args: [beside !== undefined && existsSync(beside) ? beside : installed(name, here), ...args] }
}

const installed = (name: string, here: string | undefined): string => {
  const manifest = requireFrom(here).resolve("@rxacp/node/package.json")
  return join(dirname(manifest), "dist/testing", `${name}.js`)
}
