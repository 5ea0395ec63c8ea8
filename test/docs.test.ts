/** The pages say what the code does: snippets are the files they name, links lead somewhere, lists are complete. */
import { existsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { pages, snippetsIn, textOf } from "../docs/snippets.ts"
import { filesBelow, root } from "./support/workspaces.ts"

/** Pages whose fragments are no programs. */
const withFragments = new Set(["docs/fold-vectors.md", "docs/real-agents.md"])

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (page: string): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return [...page.replaceAll(/^```.*?^```$/gms, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-")
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

const withoutCode = (page: string): string => page.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`\n]*`/g, "")

const linksOf = (page: string): ReadonlyArray<string> =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
    ([, inline, reference]) => inline ?? reference ?? ""
  )

const leadsSomewhere = (page: string, link: string): boolean => {
  if (/^https?:/.test(link)) return true
  const [path = "", anchor] = link.split("#")
  const file = path === "" ? page : join(dirname(page), path)
  if (!existsSync(join(root, file))) return false
  if (anchor === undefined || statSync(join(root, file)).isDirectory()) return anchor === undefined
  return anchorsOf(textOf(file)).includes(anchor)
}

describe("the snippets of the pages", () => {
  it("are the files they name", () => {
    const snippets = pages.flatMap((page) => snippetsIn(textOf(page)).map((snippet) => ({ page, ...snippet })))
    expect(snippets.length).toBeGreaterThan(10)
    for (const { page, file, code } of snippets) expect(code, `${file} in ${page}`).toBe(textOf(file))
  })

  it("all name a file", () => {
    const blocks = (page: string): number => page.match(/^```ts$/gm)?.length ?? 0
    const named = (page: string): number => snippetsIn(page).filter(({ file }) => file.endsWith(".ts")).length
    const unnamed = pages.filter((page) => blocks(textOf(page)) !== named(textOf(page)))
    expect(unnamed.filter((page) => !withFragments.has(page))).toEqual([])
  })
})

describe("the links of the pages", () => {
  it("lead somewhere", () => {
    const all = [
      ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"],
      ...filesBelow("docs")
        .filter((name) => name.endsWith(".md"))
        .map((name) => join("docs", name))
    ]
    const broken = all.flatMap((page) =>
      linksOf(textOf(page))
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`)
    )
    expect(broken).toEqual([])
  })

  it("reach every page from the index", () => {
    const linked = linksOf(textOf("docs/README.md"))
    const names = pages.filter((page) => page.startsWith("docs/")).map((page) => page.slice("docs/".length))
    expect(names.filter((name) => name !== "README.md" && !linked.includes(name))).toEqual([])
  })
})

/** The rows of the tables of a section, by their first cell. */
const rowsOf = (section: string): ReadonlyMap<string, string> =>
  new Map([...section.matchAll(/^\| `([A-Z]\w*)` +\|(.*)$/gm)].map(([, tag = "", rest = ""]) => [tag, rest]))

const factsIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/readonly (\w+)\??:/g)].map(([, fact = ""]) => fact).filter((fact) => fact !== "_tag")

describe("the page about errors", () => {
  const [, failures = "", diagnostics = ""] = textOf("docs/errors.md").split(/^## .*$/m)

  /** Facts by tag, from the one place where they are declared. */
  const declared = (file: string, each: RegExp): ReadonlyArray<readonly [string, ReadonlyArray<string>]> =>
    [...textOf(file).matchAll(each)].map(([, tag = "", body = ""]) => [tag, factsIn(body)])

  it.each([
    [
      "failure",
      rowsOf(failures),
      declared("packages/core/src/failures.ts", /^export class (\w+) extends tagged\((.*?)^\) \{\}/gms)
    ],
    [
      "diagnostic",
      rowsOf(diagnostics),
      declared("packages/core/src/rpc/diagnostic.ts", /readonly _tag: "(\w+)"(.*?)\}(?=\n)/gs)
    ]
  ])("has every %s with all its facts, and no other", (_, rows, known) => {
    expect([...rows.keys()]).toEqual(known.map(([tag]) => tag))
    for (const [tag, facts] of known) {
      const missing = facts.filter((fact) => !rows.get(tag)?.includes(`\`${fact}\``))
      expect(missing, tag).toEqual([])
    }
  })
})
