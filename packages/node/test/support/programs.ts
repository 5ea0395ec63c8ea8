/** The fixture programs, and how to look at processes. */
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { processRow } from "../../src/process/process-table.ts"

/** What runs a program of `fixtures` as an agent. */
export const program = (name: string, ...args: ReadonlyArray<string>) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`../fixtures/${name}.mjs`, import.meta.url)), ...args]
})

/** Whether a process runs; one that has ended and waits for its parent does not. */
export const isRunning = (pid: number): boolean => processRow(pid) !== undefined

/** The process ids in lines such as `pid 17`. */
export const pidsOf = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/\bpid (\d+)/g)].map(([, pid]) => Number(pid))

/** What runs a program of `fixtures` that is written in TypeScript on the sources of the packages. */
export const sourceProgram = (name: string, ...args: ReadonlyArray<string>) => ({
  command: process.execPath,
  args: [
    "--conditions=@rxacp/source",
    "--import",
    pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
    fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url)),
    ...args
  ]
})
