/** What users get: the packed packages, installed from their tarballs into a project of their own. */
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { execa } from "execa"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { filesBelow, root, rootManifest, workspaces } from "../support/workspaces.ts"
import { type Packed, packAll, tarballBytes } from "./packed.ts"

const timeout = 180_000
const programs = workspaces.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))
const agents = programs.filter((program) => program.endsWith("-agent"))
const specifiers = workspaces.flatMap(({ entries }) => entries.map(({ specifier }) => specifier))

let project: string
let packed: ReadonlyMap<string, Packed>

const packageOf = (name: string): Packed => {
  const found = packed.get(name)
  if (found === undefined) throw new Error(`${name} was not packed`)
  return found
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "rxacp-packaging-"))
  const all = await packAll(project)
  packed = new Map(all.map((one) => [one.name, one]))
}, timeout)

afterAll(() => rm(project, { recursive: true, force: true }))

describe.each(workspaces)("$name, packed", ({ name, folder, manifest }) => {
  it("passes publint", { timeout }, async () => {
    const { messages, pkg } = await publint({ pack: { tarball: await tarballBytes(packageOf(name)) }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it("has types that resolve as its code does, on every sub-path", { timeout }, async () => {
    const args = [packageOf(name).tarball, "--profile", "esm-only"]
    const { failed, stdout } = await execa("attw", args, { cwd: root, preferLocal: true, reject: false })
    expect(failed, stdout).toBe(false)
  })

  it("holds its licence, its page, the data it exports, its sources and what was built of them, and nothing else", () => {
    const sources = filesBelow(join(folder, "src"))
    const stems = sources.map((file) => file.replace(/\.ts$/, ""))
    const built = stems.flatMap((stem) => [".d.ts", ".d.ts.map", ".js", ".js.map"].map((ending) => stem + ending))
    const data = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target.slice(2)] : []
    )
    const expected = [
      ...["LICENSE", "README.md", ...data],
      ...built.map((file) => `dist/${file}`),
      ...sources.map((file) => `src/${file}`)
    ]
    expect([...packageOf(name).files].sort()).toEqual(expected.sort())
  })

  it("has the version that the other packages ask for", () => {
    const wanted = { ...manifest.dependencies, ...manifest.peerDependencies }
    for (const [dependency, range] of Object.entries(wanted)) {
      if (packed.has(dependency)) expect(range).toBe(packageOf(dependency).version)
    }
    expect(new Set(workspaces.map((workspace) => workspace.manifest.version))).toEqual(new Set([manifest.version]))
  })
})

describe("a project that installs the tarballs", () => {
  beforeAll(async () => {
    const versions = rootManifest.devDependencies ?? {}
    const peers = ["rxjs", "effect", "@types/node"].map((name) => `${name}@${versions[name]}`)
    await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
    const flags = ["--prefer-offline", "--no-audit", "--no-fund"]
    await execa("npm", ["install", ...flags, ...[...packed.values()].map(({ tarball }) => tarball), ...peers], {
      cwd: project
    })
  }, timeout)

  const runs = async (file: string, text: string) => {
    await writeFile(join(project, file), text)
    return execa("node", [file], { cwd: project })
  }

  it.each(specifiers)("imports %s", { timeout }, async (specifier) => {
    await runs("plain.mjs", `import * as names from ${JSON.stringify(specifier)}\nvoid names\n`)
  })

  it.each(specifiers)("requires %s from CommonJS", { timeout }, async (specifier) => {
    await runs("plain.cjs", `require(${JSON.stringify(specifier)})\n`)
  })

  it.each(agents)("runs %s, an agent that answers", { timeout }, async (program) => {
    const params = { protocolVersion: 1, clientCapabilities: {} }
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`
    const { stdout } = await execa(program, { cwd: project, preferLocal: true, input })
    expect(JSON.parse(stdout)).toMatchObject({ jsonrpc: "2.0", id: 1, result: { protocolVersion: 1 } })
  })

  it.each(["NodeNext", "Bundler"])(
    "compiles against them, declarations too, and runs (%s)",
    { timeout },
    async (resolution) => {
      await copyFile(join(import.meta.dirname, "consumer.ts"), join(project, "consumer.ts"))
      const module = resolution === "Bundler" ? "ESNext" : resolution
      const compilerOptions = { strict: true, target: "ES2022", types: ["node"], module, moduleResolution: resolution }
      await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }))
      const compiled = await execa("tsc", ["-p", project], { cwd: root, preferLocal: true, reject: false })
      expect(compiled.failed, compiled.stdout).toBe(false)
      const { stdout } = await execa("node", ["consumer.js"], { cwd: project })
      expect(stdout).toBe("hello")
    }
  )
})
