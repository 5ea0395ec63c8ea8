/** How long the packages take to import, in fresh processes, beside what they build on and the official SDK. */
import { type BesideRow, measureBeside, type Subject } from "./beside.ts"
import type { ImportSample } from "./programs/import-host.ts"
import { runProgram } from "./support/programs.ts"

interface Imported extends Subject {
  readonly packages: ReadonlyArray<string>
}

const sdk = "@agentclientprotocol/sdk"

const subjects: ReadonlyArray<Imported> = [
  { name: "core", packages: ["@rxacp/core"], beside: "official SDK", target: 1 },
  { name: "core + node", packages: ["@rxacp/core", "@rxacp/node"], beside: "rxjs + execa", target: 1.2 },
  { name: "official SDK", packages: [sdk] },
  { name: "rxjs", packages: ["rxjs"], beside: "official SDK" },
  { name: "rxjs + execa", packages: ["rxjs", "execa"], beside: "official SDK" }
]

/** Imports each of them so many times. */
export const benchImports = (rounds: number): Promise<Array<BesideRow>> =>
  measureBeside(subjects, rounds, ({ packages }) => runProgram<ImportSample>("import-host", packages))
