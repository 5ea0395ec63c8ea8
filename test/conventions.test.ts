/** Conventions that neither the compiler nor the linter can hold, or that one comment could switch off there. */
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
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

describe("the lock file", () => {
  it("names no registry, so that any mirror serves", () => {
    expect(text("package-lock.json")).not.toMatch(/"resolved": "https?:/)
  })
})
