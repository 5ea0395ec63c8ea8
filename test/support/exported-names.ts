/** What a module exports, read from its source: the types too, which no run-time import shows. */
import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { parseSync, type StaticExportEntry } from "oxc-parser"
import { docblockBefore } from "./docblock.ts"

/** One exported name; `documented` when a docblock stands right before what declares it, `file` is where that is. */
export interface ExportedName {
  readonly name: string
  readonly isType: boolean
  readonly documented: boolean
  readonly file: string
}

const reExported = (file: string, entry: StaticExportEntry, from: string): ReadonlyArray<ExportedName> => {
  const wanted = entry.importName.name
  const renamed = entry.exportName.name
  if (!from.startsWith(".") || (wanted === null && renamed !== null)) {
    return [{ name: renamed ?? `* from ${from}`, isType: entry.isType, documented: true, file }]
  }
  return exportedNames(resolve(dirname(file), from))
    .filter(({ name }) => wanted === null || name === wanted)
    .map((found) => ({ ...found, name: renamed ?? found.name, isType: entry.isType || found.isType }))
}

/** The names that `file` (a path to a TypeScript source) exports, its own and those it re-exports, sorted. */
export const exportedNames = (file: string): ReadonlyArray<ExportedName> => {
  const text = readFileSync(file, "utf8")
  const { module, comments } = parseSync(file, text)
  // What is exported by name comes last, since it wins over what comes with a star.
  const byName = (entry: StaticExportEntry): boolean => entry.importName.name !== null || entry.exportName.name !== null
  const statements = module.staticExports.toSorted(
    (one, other) => Number(one.entries.some(byName)) - Number(other.entries.some(byName))
  )
  const all = statements.flatMap(({ start, entries }) =>
    entries.flatMap((entry): ReadonlyArray<ExportedName> => {
      if (entry.moduleRequest !== null) return reExported(file, entry, entry.moduleRequest.value)
      const documented = docblockBefore(text, comments, start) !== undefined
      return [{ name: entry.exportName.name ?? "default", isType: entry.isType, documented, file }]
    })
  )
  return merged(all)
}

/** Overloads, and a type beside a value of its name, are one name: a value, documented when one of them is. */
const merged = (all: ReadonlyArray<ExportedName>): ReadonlyArray<ExportedName> => {
  const byName = new Map<string, ExportedName>()
  for (const found of all) {
    const { isType = true, documented = false, file = found.file } = byName.get(found.name) ?? {}
    byName.set(found.name, {
      ...found,
      file: isType ? found.file : file,
      isType: isType && found.isType,
      documented: documented || found.documented
    })
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
