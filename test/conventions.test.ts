/** Conventions that neither the compiler nor the linter can hold, or that one comment could switch off there. */
import { readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { filesBelow, root, workspaces } from "./support/workspaces.ts"

const sources = workspaces.flatMap(({ folder }) =>
  filesBelow(join(folder, "src")).map((file) => join(folder, "src", file))
)
const text = (file: string): string => readFileSync(join(root, file), "utf8")

describe("the sources of the packages", () => {
  it("are found", () => {
    expect(sources).toContain("packages/core/src/index.ts")
  })

  it.each([
    ["write to the console", /\bconsole\./],
    ["export a default", /^export (default\b|\{[^}]*\bas default\b)/m],
    ["leave work for later", /\b(TODO|FIXME|XXX|HACK)\b/],
    ["switch the type checker off", /@ts-(ignore|nocheck|expect-error)\b|\bas any\b/]
  ])("never %s", (_, forbidden) => {
    expect(sources.filter((file) => forbidden.test(text(file)))).toEqual([])
  })

  it("are named for what they do", () => {
    const vague = /^(utils?|helpers?|common|misc|shared)\.ts$/
    expect(sources.filter((file) => vague.test(basename(file)))).toEqual([])
    expect(sources.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(basename(file)))).toEqual([])
  })
})

/** The files of the root's `test/` that a file of a package imports, types included; recorded data and shared vectors may be imported. */
const rootTestsImportedBy = (file: string, source: string): ReadonlyArray<string> =>
  [...source.matchAll(/\b(?:from|import)\b\s*\(?\s*["'`](\.[^"'`]+)["'`]/g)]
    .map(([, specifier = ""]) => join(dirname(file), specifier))
    .filter((path) => path.startsWith("test/") && !/^test\/(cases|traces|vectors)\/.*\.json$/.test(path))

describe("the files of a package", () => {
  const files = workspaces.flatMap(({ folder }) =>
    filesBelow(folder)
      .filter((file) => /\.(m?[jt]s|tsx)$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
      .map((file) => join(folder, file))
  )

  it("a file of a package imports nothing from the root's test folder", () => {
    expect(files).toContain("packages/core/test/support/wire.ts")
    const arrows = files.flatMap((file) => rootTestsImportedBy(file, text(file)).map((path) => `${file} -> ${path}`))
    expect(arrows).toEqual([])
  })

  it.each([
    `import { a } from "../../../test/support/a.ts"`,
    `import type { A } from "../../../test/support/a.ts"`,
    `import "../../../test/support/a.ts"`,
    `export * from '../../../test/support/a.ts'`,
    `const { a } = await import("../../../test/support/a.ts")`,
    `type A = import("../../../test/support/a.ts").A`
  ])("an import of the root's tests is found in %s", (source) => {
    expect(rootTestsImportedBy("packages/planted/test/a.test.ts", source)).toEqual(["test/support/a.ts"])
  })

  it("a test of a package may import its package's own support and recorded data", () => {
    const source = `import { a } from "./support/a.ts"\nimport data from "../../../test/cases/a.json" with { type: "json" }`
    expect(rootTestsImportedBy("packages/planted/test/a.test.ts", source)).toEqual([])
  })
})

describe("the lock file", () => {
  it("names no registry, so that any mirror serves", () => {
    expect(text("package-lock.json")).not.toMatch(/"resolved": "https?:/)
  })
})
