/** The page about the architecture says what is there: its files, the names in them, and journeys without detours. */
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const page = readFileSync("docs/architecture.md", "utf8")

/** Paths of the page, each with the name that it points to, if any. */
const places = [...page.matchAll(/`((?:packages|test)\/[\w./-]+)`(?:\s\(`([^`]+)`\))?/g)].map(([, path, name]) => ({
  path: path ?? "",
  name
}))

/** The folder of a package's sources that a file stands in: `packages/core/src/session/machine/turns.ts` is in session. */
const folderOf = (path: string): string => path.split("/").slice(0, 4).join("/")

const journeys = page
  .split(/^## /m)
  .filter((section) => /^1\. /m.test(section))
  .map((section) => ({
    name: section.split("\n")[0] ?? "",
    files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path ?? "")
  }))

/** How often a journey enters each folder again after it has left it. */
const returns = (files: ReadonlyArray<string>): ReadonlyArray<readonly [folder: string, times: number]> => {
  const entered = files.map(folderOf).filter((folder, i, all) => folder !== all[i - 1])
  return [...new Set(entered)].map((folder) => [folder, entered.filter((other) => other === folder).length - 1])
}

describe("docs/architecture.md", () => {
  it("describes six journeys of several files", () => {
    expect(journeys.map(({ name }) => name)).toEqual([
      "An incoming line",
      "An outgoing prompt",
      "A cancel",
      "A permission request",
      "A cap",
      "A journal record"
    ])
    for (const { files } of journeys) expect(files.length).toBeGreaterThan(5)
  })

  it.each(places)("finds $path, and in it $name", ({ path, name }) => {
    expect(existsSync(path)).toBe(true)
    if (name !== undefined) expect(readFileSync(path, "utf8")).toContain(name)
  })

  it.each(journeys)("returns at most twice into a folder on the journey of: $name", ({ files }) => {
    expect(returns(files).filter(([, times]) => times > 2)).toEqual([])
  })

  it("counts a return where a folder is entered again", () => {
    const files = ["a/b/src/x/1.ts", "a/b/src/x/2.ts", "a/b/src/y/1.ts", "a/b/src/x/3.ts"]
    expect(returns(files)).toEqual([
      ["a/b/src/x", 1],
      ["a/b/src/y", 0]
    ])
  })
})
