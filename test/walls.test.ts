/** The walls between the packages: what each may import, where it runs, how much of it a page has to load. */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { execa } from "execa"
import { describe, expect, it } from "vitest"
import { browserBundle } from "./support/browser-bundle.ts"
import { pagePipeline, said } from "./support/page-pipeline.ts"
import { root } from "./support/workspaces.ts"

const timeout = 120_000
const peers = ["rxjs", "rxjs/*", "effect", "effect/*", "@opentelemetry/api", "@modelcontextprotocol/*"]

/** What a browser page has and a bare context lacks. No `process`, no `Buffer`, no `require`. */
const webGlobals = () => ({
  AbortController,
  AbortSignal,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  URL,
  atob,
  btoa,
  clearTimeout,
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone
})

/** Runs code as on a page whose policy forbids making code from strings. */
const runAsPage = (code: string): unknown =>
  runInContext(code, createContext(webGlobals(), { codeGeneration: { strings: false, wasm: false } }))

describe("core in a browser", () => {
  it("bundles whole, and loads where there are only web globals", { timeout }, async () => {
    const { code } = await browserBundle(`export * from "@rxacp/core"`, { format: "iife", globalName: "core" })
    expect(runAsPage(`${code}; typeof core.AgentExited`)).toBe("function")
  })

  it("turns bytes into the state of a conversation there, with fold", { timeout }, async () => {
    const { code } = await browserBundle(pagePipeline, { format: "iife", globalName: "page" })
    const text = runAsPage(`${code}; page.textOf(${JSON.stringify(said("Grüß", " dich 👋"))}, 7)`)
    expect(text).toBe("Grüß dich 👋")
  })
})

describe("effect", () => {
  it.each(["", "/agent", "/journal", "/log", "/relay", "/testing"])(
    "is not in a bundle of @rxacp/core%s",
    { timeout },
    async (path) => {
      const { inputs } = await browserBundle(`export * from "@rxacp/core${path}"`)
      expect(inputs.filter((file) => file.includes("node_modules/effect/"))).toEqual([])
    }
  )

  it.each(["/schema", "/effect"])("is in a bundle of @rxacp/core%s", { timeout }, async (path) => {
    const { inputs } = await browserBundle(`export * from "@rxacp/core${path}"`)
    expect(inputs.some((file) => file.includes("node_modules/effect/"))).toBe(true)
  })
})

describe("fold", () => {
  it("imports nothing at run time", { timeout }, async () => {
    const { inputs } = await browserBundle(`export * from "@rxacp/fold"`)
    expect(inputs.filter((file) => !file.startsWith("packages/fold/src/"))).toEqual(["<stdin>"])
  })
})

describe.each([
  ["ai-sdk", "toUIMessageStream"],
  ["ag-ui", "toAgUi"],
  ["otel", "traceSessions"],
  ["mcp", "serveMcp"]
])("the bridge %s", (name, operator) => {
  it("a bridge imports nothing of rxacp at run time", { timeout }, async () => {
    const { inputs } = await browserBundle(`export * from "@rxacp/${name}"`, { external: peers })
    expect(inputs.filter((file) => !file.startsWith(`packages/${name}/src/`))).toEqual(["<stdin>"])
  })

  it("has an operator under 4 kB, gzipped and minified, without peers", { timeout }, async () => {
    const { gzipped } = await browserBundle(`export { ${operator} } from "@rxacp/${name}"`, { external: peers })
    expect(gzipped).toBeLessThan(4_000)
  })

  it("stays under 6 kB whole", { timeout }, async () => {
    const { gzipped } = await browserBundle(`export * from "@rxacp/${name}"`, { external: peers })
    expect(gzipped).toBeLessThan(6_000)
  })
})

describe("node", () => {
  it("does not bundle for a browser", { timeout }, async () => {
    await expect(browserBundle(`export * from "@rxacp/node"`)).rejects.toThrow(/Could not resolve "node:/)
  })
})

describe("gzip sizes for a page, minified, without peers", () => {
  const bytes = async (contents: string) => (await browserBundle(contents, { external: peers })).gzipped

  it("fold stays under 11 kB, and the fold alone under 9 kB", { timeout }, async () => {
    expect(await bytes(`export * from "@rxacp/fold"`)).toBeLessThan(11_000)
    expect(await bytes(`export { emptySession, foldSession } from "@rxacp/fold"`)).toBeLessThan(9_000)
  })

  it("lines, messages and updates stay under 12 kB", { timeout }, async () => {
    const names = "splitLines, decodeMessages, sessionUpdates"
    expect(await bytes(`export { ${names} } from "@rxacp/core"`)).toBeLessThan(12_000)
  })

  it("a plain client stays under 30 kB", { timeout }, async () => {
    expect(await bytes(`export { connect, textDeltas } from "@rxacp/core"`)).toBeLessThan(30_000)
  })

  it("the root of core, whole, stays under 44 kB", { timeout }, async () => {
    expect(await bytes(`export * from "@rxacp/core"`)).toBeLessThan(44_000)
  })
})

describe("the linter", () => {
  /** Lints one planted file under the repository's own rules, in a folder of its own. */
  const lint = async (file: string, text: string) => {
    const folder = await mkdtemp(join(tmpdir(), "rxacp-walls-"))
    await cp(join(root, "biome.json"), join(folder, "biome.json"))
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), text)
    const flags = ["--vcs-enabled=false", "--reporter=github"]
    const result = await execa("biome", ["lint", ...flags, folder], {
      cwd: folder,
      localDir: root,
      preferLocal: true,
      reject: false,
      all: true
    })
    await rm(folder, { recursive: true })
    return result
  }

  it.each([
    ["core", "node:fs"],
    ["core", "execa"],
    ["core", "effect"],
    ["core", "@rxacp/fold"],
    ["ai-sdk", "node:fs"],
    ["ai-sdk", "ai"],
    ["ag-ui", "@ag-ui/core"],
    ["otel", "@opentelemetry/sdk-trace-base"],
    ["fold", "node:fs"],
    ["fold", "rxjs"],
    ["fold", "rxjs/operators"],
    ["fold", "effect"],
    ["fold", "effect/Schema"],
    ["fold", "execa"]
  ])("refuses in %s an import of %s", { timeout }, async (name, specifier) => {
    const { exitCode, all } = await lint(`packages/${name}/src/planted.ts`, `export * as planted from "${specifier}"\n`)
    expect(exitCode, all).toBe(1)
    expect(all).toMatch(/noRestrictedImports|noNodejsModules/)
  })

  it.each([
    ["core", `export * as Schema from "effect/Schema"`],
    ["core", `export * as rxjs from "rxjs"`],
    ["fold", `export type { Line } from "@rxacp/core"`],
    ["ai-sdk", `export type { SessionState } from "@rxacp/fold"`],
    ["node", `export * as files from "node:fs"`]
  ])("accepts in %s: %s", { timeout }, async (name, line) => {
    const { exitCode, all } = await lint(`packages/${name}/src/planted.ts`, `${line}\n`)
    expect(exitCode, all).toBe(0)
  })
})
