/** What an editor shows for the names that a reader meets first, printed by the compiler. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { execa } from "execa"
import { describe, expect, it } from "vitest"
import { root } from "./support/workspaces.ts"

const timeout = 120_000

/** The types that are used most, as members of one interface: the compiler prints each where it has to be spelt out. */
const names = [
  "SessionUpdate",
  "ContentBlock",
  "ToolCall",
  "ToolCallUpdate",
  "ToolCallContent",
  "RequestPermissionRequest",
  "RequestPermissionOutcome",
  "SessionConfigOption",
  "McpServer",
  "AuthMethod"
]

/** Says of each type what it takes for a wrong value, which prints it in the words of an error. */
const program = `${names.map((name) => `import type { ${name} } from "@rxacp/core"`).join("\n")}
interface Wrong { readonly wrong: true }
declare const wrong: Wrong
${names.map((name) => `export const of${name}: ${name} = wrong`).join("\n")}
${names.map((name) => `export const expanded${name} = (value: ${name}) => ({ ...value })`).join("\n")}
`

/** The errors and the declarations that the compiler prints for the program. */
const printed = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "rxacp-hovers-"))
  const core = join(root, "packages/core/src/index.ts")
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: [],
    module: "ESNext",
    moduleResolution: "Bundler",
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    noErrorTruncation: true,
    rootDir: "/",
    outDir: "out",
    paths: { "@rxacp/core": [core], rxjs: [join(root, "node_modules/rxjs")] }
  }
  await writeFile(join(folder, "hovers.ts"), program)
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["hovers.ts"] }))
  const { stdout } = await execa("tsc", ["-p", folder], { cwd: root, preferLocal: true, reject: false })
  const found = await execa("find", [folder, "-name", "hovers.d.ts"])
  const declarations = await readFile(found.stdout, "utf8")
  await rm(folder, { recursive: true })
  return `${stdout}\n${declarations}`
}

describe("what an editor shows", () => {
  it("names the protocol's types, and nothing of how they are made", { timeout }, async () => {
    const text = await printed()
    for (const name of names) expect(text).toContain(name)
    expect(text).not.toMatch(/\b(Struct|Tagged|Opaque|Codec|typeof)\b/)
    for (const name of names) expect(text).toMatch(new RegExp(`error TS.*Wrong'.* type '${name}'`))
  })
})
