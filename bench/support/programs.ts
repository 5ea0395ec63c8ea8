/** Builds the programs of the benchmarks and runs them, each in a process of its own. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { execa } from "execa"

const source = fileURLToPath(new URL("../programs", import.meta.url))
const built = fileURLToPath(new URL("../../node_modules/.cache/rxacp-bench", import.meta.url))

/** Where a built program lies. */
export const programPath = (name: string): string => join(built, `${name}.js`)

/**
 * Makes plain JavaScript of the programs, so that no loader runs beside what is measured. The packages stay imports, so
 * their built files are measured.
 */
export const buildPrograms = async (): Promise<void> => {
  await build({
    entryPoints: readdirSync(source).map((file) => join(source, file)),
    outdir: built,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20"
  })
}

/** Runs a program to its end and gives the result that it reports. */
export const runProgram = async <Result>(
  name: string,
  args: ReadonlyArray<string | number>,
  flags: ReadonlyArray<string> = []
): Promise<Result> => {
  const all = [...flags, programPath(name), ...args.map(String)]
  const { stdout } = await execa(process.execPath, all, { stderr: "inherit" })
  return JSON.parse(stdout)
}
