/** The floors of `packages/core/src`, and what breaks their order: an import from above, types included, or a cycle. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "oxc-parser"
import { filesBelow, root } from "./workspaces.ts"

/** From the top down. A file imports only from its own floor and from those below it. */
export const floors = [
  "index.ts",
  "testing/",
  "agent/",
  "log/",
  "replay/",
  "client/",
  "relay/",
  "operators/",
  "rpc/",
  "transport/",
  "journal/",
  "session/",
  "permissions/",
  "wire/",
  // The schemas by Effect: only their own sub-path and the generator of `protocol/` load them.
  "schema/effect/",
  "schema/",
  "failures.ts",
  "internal/",
  // What is generated from the schemas stands at the bottom, since failures name the protocol's types.
  "protocol/"
] as const

/** Source files by path, relative to the folder of the sources, each with the files that it imports. */
export type Imports = ReadonlyMap<string, ReadonlyArray<string>>

/** The relative imports of one source, resolved; re-exports and types count. */
export const importsOf = (file: string, text: string): ReadonlyArray<string> => {
  const { module } = parseSync(file, text)
  const reExported = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest))
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...reExported]
    .flatMap((request) => (request?.value.startsWith(".") ? [join(dirname(file), request.value)] : []))
    .filter((path, place, all) => all.indexOf(path) === place)
}

/** The sources of core with their imports. */
export const importsOfCore = (): Imports => {
  const folder = "packages/core/src"
  const sources = filesBelow(folder).filter((file) => file.endsWith(".ts"))
  return new Map(sources.map((file) => [file, importsOf(file, readFileSync(join(root, folder, file), "utf8"))]))
}

const floorOf = (file: string): number => floors.findIndex((floor) => file.startsWith(floor))

/** The files that stand on no floor. */
export const withoutFloor = (imports: Imports): ReadonlyArray<string> =>
  [...imports.keys()].filter((file) => floorOf(file) === -1)

/** Every import that leads up, as `from -> to`. */
export const arrowsUp = (imports: Imports): ReadonlyArray<string> =>
  [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => floorOf(to) < floorOf(from)).map((to) => `${from} -> ${to}`)
  )

/** The cycles among files, each once, as `a -> b -> a`. */
export const cycles = (imports: Imports): ReadonlyArray<string> => {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: ReadonlyArray<string>): void => {
    const start = path.indexOf(file)
    if (start !== -1) found.push([...path.slice(start), file].join(" -> "))
    if (start !== -1 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return found
}
