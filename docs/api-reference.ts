/** Writes `api/`, the reference of every public name: a page for each way into a package, from sources and docstrings. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { relative } from "node:path"
import { pathToFileURL } from "node:url"
import { exportedNames } from "../test/support/exported-names.ts"
import { workspaces } from "../test/support/workspaces.ts"
import { type Declaration, declarationsIn } from "./declarations.ts"

interface Name {
  readonly name: string
  readonly file: string
}

interface Entry {
  readonly specifier: string
  readonly page: string
  /** Folder of the sources, which groups the names. */
  readonly folder: string
  readonly names: ReadonlyArray<Name>
}

const entries: ReadonlyArray<Entry> = workspaces.flatMap(({ entries }) =>
  entries.map(({ specifier, source }) => ({
    specifier,
    page: `${specifier.replace("@rxacp/", "").replace("/", "-")}.md`,
    folder: source.slice(0, source.lastIndexOf("/src/") + "/src/".length),
    names: exportedNames(source)
  }))
)

/** A way into the schemas comes before the whole of core, which gives their types too. */
const byDetail = [...entries].sort((one, other) => other.specifier.length - one.specifier.length)

/** The page on which a name is described: one, however many entries export it. */
const pageOf = ({ name, file }: Name): string =>
  byDetail.find((entry) => entry.names.some((known) => known.name === name && known.file === file))?.page ?? ""

const known = new Map<string, ReadonlyArray<Declaration>>()

const declarationsOf = ({ name, file }: Name): ReadonlyArray<Declaration> => {
  const all = known.get(file) ?? declarationsIn(readFileSync(file, "utf8"))
  known.set(file, all)
  const found = all.filter((declaration) => declaration.name === name)
  if (found.length === 0) throw new Error(`${name} is not declared in ${file}`)
  return found
}

const section = (exported: Name): string => {
  const found = declarationsOf(exported)
  const docs = new Set(found.map(({ doc }) => doc).filter((doc) => doc !== ""))
  const code = found.map(({ signature }) => signature).join("\n\n")
  return `### ${exported.name}\n\n${[...docs].join("\n\n")}\n\n\`\`\`ts\n${code}\n\`\`\`\n`
}

/** The part of a package that a file belongs to: the folder it is in, or itself. */
const partOf = (folder: string, file: string): string =>
  (relative(folder, file).split("/")[0] ?? "").replace(/\.ts$/, "")

interface Part {
  readonly title: string
  readonly names: ReadonlyArray<Name>
}

/** The names that a page describes, by the part of the package that they belong to. */
const partsOf = ({ folder, page, names }: Entry): ReadonlyArray<Part> => {
  const own = names.filter((name) => pageOf(name) === page)
  const titles = [...new Set(own.map(({ file }) => partOf(folder, file)))].sort()
  return titles.map((title) => ({ title, names: own.filter(({ file }) => partOf(folder, file) === title) }))
}

/** Links to headings in the order of the page: as on GitHub, one that comes again gets a number. */
const linker = (): ((heading: string) => string) => {
  const seen = new Map<string, number>()
  return (heading) => {
    const anchor = heading.toLowerCase()
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return `[${heading}](#${before === 0 ? anchor : `${anchor}-${before}`})`
  }
}

/** Where each part and each name is on the page; a page of one part needs no contents. */
const contents = (parts: ReadonlyArray<Part>): string => {
  if (parts.length < 2) return ""
  const link = linker()
  const lines = parts.map(({ title, names }) => `- ${link(title)}: ${names.map(({ name }) => link(name)).join(", ")}`)
  return `## Contents\n\n${lines.join("\n")}\n\n`
}

const described = (parts: ReadonlyArray<Part>): string =>
  parts
    .map(({ title, names }) => {
      const sections = names.map(section).join("\n")
      return parts.length === 1 ? sections : `## ${title}\n\n${sections}`
    })
    .join("\n")

const body = (entry: Entry): string => {
  const parts = partsOf(entry)
  return contents(parts) + described(parts)
}

/** Names that are described on the page of another entry. */
const elsewhere = ({ page, names }: Entry): string =>
  entries
    .filter((other) => other.page !== page)
    .flatMap((other) => {
      const theirs = names.filter((name) => pageOf(name) === other.page).map(({ name }) => `\`${name}\``)
      return theirs.length === 0 ? [] : `\n## As in [${other.specifier}](${other.page})\n\n${theirs.join(", ")}\n`
    })
    .join("")

const origin = "Written by `npm run docs:api` from the sources and their docstrings; a test fails when the two differ."

const index = (): string => {
  const rows = entries.map(({ specifier, page, names }) => `| [\`${specifier}\`](${page}) | ${names.length} |`)
  return `# API reference

${origin} Bodies of functions are left out (\`…\`). The pages about [tasks](../README.md) say how the names go together.

| import from | names |
|---|---|
${rows.join("\n")}
`
}

/** The pages by file name. */
export const apiPages = (): ReadonlyMap<string, string> =>
  new Map([
    ["README.md", index()],
    ...entries.map((entry): readonly [string, string] => [
      entry.page,
      `# ${entry.specifier}\n\n${origin} [All packages](README.md)\n\n${body(entry)}${elsewhere(entry)}`
    ])
  ])

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = new URL("api/", import.meta.url)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, page] of apiPages()) writeFileSync(new URL(name, folder), page)
}
