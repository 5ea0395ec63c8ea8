/** The program of a scripted agent: its script is its argument, or the file that the argument names after an `@`. */
import { readFileSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { serveScriptStdio } from "./serve-script-stdio.ts"

const read = (argument: string): string => {
  if (!argument.startsWith("@")) return argument
  const file = argument.slice(1)
  const text = readFileSync(file, "utf8")
  rmSync(dirname(file), { recursive: true })
  return text
}

serveScriptStdio(JSON.parse(read(process.argv[2] ?? "")))
