/** What users get: the packed packages, installed from their tarballs into a project of their own. */
import { existsSync } from "node:fs"
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { transformSync } from "esbuild"
import { execa } from "execa"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { guides } from "../../packaging/guides.ts"
import { filesBelow, root, rootManifest, workspaces } from "../support/workspaces.ts"
import { bundlers } from "./bundlers.ts"
import { type Packed, packAll, tarballBytes } from "./packed.ts"
import { Project } from "./project.ts"
import { runtimes } from "./runtimes.ts"

const timeout = 180_000
const programs = workspaces.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))
const agents = programs.filter((program) => program.endsWith("-agent"))
const specifiers = workspaces.flatMap(({ entries }) => entries.map(({ specifier }) => specifier))

let project: string
let elsewhere: string
let packed: ReadonlyMap<string, Packed>

const packageOf = (name: string): Packed => {
  const found = packed.get(name)
  if (found === undefined) throw new Error(`${name} was not packed`)
  return found
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "rxacp-packaging-"))
  elsewhere = await mkdtemp(join(tmpdir(), "rxacp-users-"))
  const all = await packAll(project)
  packed = new Map(all.map((one) => [one.name, one]))
}, timeout)

afterAll(() => Promise.all([project, elsewhere].map((folder) => rm(folder, { recursive: true, force: true }))))

const versions = rootManifest.devDependencies ?? {}
const rxjs = `rxjs@${versions.rxjs}`
const nodeTypes = `@types/node@${versions["@types/node"]}`
const compilers = {
  "typescript-5.4": "5.4.5",
  "typescript-5.9": "5.9.3",
  "typescript-6": "6.0.3",
  typescript: versions.typescript
}
const compilerPackages = Object.entries(compilers).map(([alias, version]) =>
  alias === "typescript" ? `typescript@${version}` : `${alias}@npm:typescript@${version}`
)
const tarballs = (...names: ReadonlyArray<string>) => names.map((name) => packageOf(name).tarball)
const transpiled = (text: string) => transformSync(text, { loader: "ts", format: "esm" }).code
const source = (file: string) => readFile(join(import.meta.dirname, file), "utf8")

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
    const own = packageOf(name).files.filter((file) => file.startsWith("dist/core/") && file.endsWith(".d.ts"))
    expect(own.length > 0).toBe(name === "@rxacp/fold")
    const page = packageOf(name).files.filter((file) => file.startsWith("dist/page/"))
    expect(page.some((file) => file.endsWith("inspect.html"))).toBe(name === "rxacp")
    const expected = [
      ...["LICENSE", "README.md", ...data, ...own, ...page, ...(guides[folder] ?? []).map((guide) => `docs/${guide}`)],
      ...built.map((file) => `dist/${file}`),
      ...sources.map((file) => `src/${file}`)
    ]
    expect([...packageOf(name).files].sort()).toEqual(expected.sort())
  })

  it("has a page and guides with links that work from where they are installed", async () => {
    const { files } = packageOf(name)
    for (const file of files.filter((each) => each.endsWith(".md"))) {
      const text = await readFile(join(root, folder, file), "utf8")
      const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = ""]) =>
        join(dirname(file), target)
      )
      expect(
        targets.filter((target) => !files.includes(target)),
        file
      ).toEqual([])
    }
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
    const peers = ["rxjs", "effect", "ws", "@types/node"].map((name) => `${name}@${versions[name]}`)
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

  it("runs the program rxacp, which has its page with it", { timeout }, async () => {
    const [rxacp = ""] = programs.filter((program) => !agents.includes(program))
    const run = (...args: ReadonlyArray<string>) => execa(rxacp, args, { cwd: project, preferLocal: true, input: "" })
    expect((await run("--format", "quiet", "hello")).stdout).toMatch(/^You asked: “hello”/)
    expect((await run("inspect", "--print", "--", "rxacp-try-agent")).exitCode).toBe(0)
    const web = execa(rxacp, ["web"], { cwd: project, preferLocal: true, buffer: false })
    const address = await new Promise<string>((resolve) => {
      web.stdout.on("data", (text: Buffer) => {
        const url = /http:\S+/.exec(String(text))?.[0]
        if (url !== undefined) resolve(url)
      })
    })
    expect(await (await fetch(address)).text()).toContain("<title>rxacp</title>")
    web.kill("SIGTERM")
    await web
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

describe("a project without effect", () => {
  const resolutions = ["Node16", "NodeNext", "Bundler"]
  let user: Project

  beforeAll(async () => {
    const packages = tarballs("@rxacp/core", "@rxacp/fold", "@rxacp/node")
    user = await Project.install(join(elsewhere, "plain"), [...packages, rxjs, nodeTypes, ...compilerPackages])
    await user.write("turn.ts", await source("turn.ts"))
    await user.write("agree.ts", await source("agree.ts"))
    await user.write("turn.mjs", transpiled(await source("turn.ts")))
  }, timeout)

  it("runs a turn, and has no effect installed", { timeout }, async () => {
    expect(await user.run("turn.mjs")).toBe("a turn")
    expect(existsSync(join(user.folder, "node_modules/effect"))).toBe(false)
  })

  it.each(
    Object.keys(compilers).flatMap((compiler) => resolutions.map((resolution) => [compiler, resolution] as const))
  )("compiles a turn with %s and %s, declarations too", { timeout }, async (compiler, resolution) => {
    expect(await user.compile("turn.ts", compiler, resolution)).toBe("")
  })

  it("has types in the fold that agree with those of core", { timeout }, async () => {
    expect(await user.compile("agree.ts", "typescript", "NodeNext")).toBe("")
  })

  it.each(bundlers)(
    "bundles a host and the agents for tests with $name, and the bundle runs a turn",
    { timeout },
    async ({ file, bundle }) => {
      await bundle(join(user.folder, "turn.mjs"), join(user.folder, file))
      expect(await user.run(file)).toBe("a turn")
    }
  )

  for (const { name, program, args } of runtimes) {
    it.skipIf(program === undefined)(
      `runs a turn in ${name}${program === undefined ? ", which is not installed here" : ""}`,
      { timeout },
      async () => {
        const { stdout } = await execa(program ?? "", [...args, "turn.mjs"], { cwd: user.folder })
        expect(stdout).toBe("a turn")
      }
    )
  }
})

describe("a project with effect 3", () => {
  it("installs core, fold and node beside it, and runs a turn", { timeout }, async () => {
    const packages = tarballs("@rxacp/core", "@rxacp/fold", "@rxacp/node")
    const user = await Project.install(join(elsewhere, "effect-3"), ["effect@3.22.4", rxjs, ...packages])
    await user.write("turn.mjs", transpiled(await source("turn.ts")))
    expect(await user.run("turn.mjs")).toBe("a turn")
  })
})

describe("a project with the fold alone", () => {
  it("compiles strictly, refuses wrong updates, and runs", { timeout }, async () => {
    const user = await Project.install(join(elsewhere, "fold"), [
      ...tarballs("@rxacp/fold"),
      nodeTypes,
      ...compilerPackages
    ])
    await user.write("fold-alone.ts", await source("fold-alone.ts"))
    await user.write("fold-alone.mjs", transpiled(await source("fold-alone.ts")))
    for (const compiler of Object.keys(compilers)) {
      for (const resolution of ["NodeNext", "Bundler"]) {
        expect(await user.compile("fold-alone.ts", compiler, resolution), `${compiler} ${resolution}`).toBe("")
      }
    }
    expect(await user.run("fold-alone.mjs")).toBe("hello")
  })
})
