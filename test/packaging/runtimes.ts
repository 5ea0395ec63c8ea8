/** The other runtimes in which a host may run, where they are installed. */
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { root } from "../support/workspaces.ts"

/** A runtime; without `program` it is not installed. */
export interface Runtime {
  readonly name: string
  readonly program: string | undefined
  readonly args: ReadonlyArray<string>
}

const folders = [join(root, "node_modules/.bin"), ...(process.env.PATH ?? "").split(delimiter)]

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const find = (name: string): string | undefined => folders.map((folder) => join(folder, name)).find(isProgram)

/** The npm packages `bun` and `deno` install them. */
export const runtimes: ReadonlyArray<Runtime> = [
  { name: "Bun", program: find("bun"), args: ["run"] },
  { name: "Deno", program: find("deno"), args: ["run", "--allow-all", "--node-modules-dir=manual"] }
]
