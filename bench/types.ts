/** How long a file of one line takes to type-check, beside one that imports the official SDK's client connection. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { type BesideRow, type Cost, measureBeside, type Subject } from "./beside.ts"

interface Checked extends Subject {
  readonly line: string
}

const sdk = "client of the official SDK"

const subjects: ReadonlyArray<Checked> = [
  { name: "connect", line: `import { connect } from "@rxacp/core"; void connect`, beside: sdk, target: 1 },
  { name: sdk, line: `import { client } from "@agentclientprotocol/sdk"; void client` },
  { name: "rxjs", line: `import { Observable } from "rxjs"; void Observable`, beside: sdk },
  { name: "no import", line: "export {}", beside: sdk }
]

const flags = "--noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node".split(" ")
const modules = fileURLToPath(new URL("../node_modules", import.meta.url))

/** Checks each of the files so many times, with the TypeScript of this repository and the packages as built. */
export const benchTypes = async (rounds: number): Promise<Array<BesideRow>> => {
  const folder = mkdtempSync(join(tmpdir(), "rxacp-bench-"))
  try {
    symlinkSync(modules, join(folder, "node_modules"), "junction")
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    return await measureBeside(subjects, rounds, ({ name, line }) => checked(folder, name, line))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const checked = async (folder: string, name: string, line: string): Promise<Cost> => {
  const file = `${name.replaceAll(" ", "-")}.ts`
  writeFileSync(join(folder, file), `${line}\n`)
  const { durationMs } = await execa("tsc", [...flags, file], { cwd: folder, localDir: modules, preferLocal: true })
  return { wallMs: durationMs }
}
