/** Gives a package its own copy of the types that it takes from core, so that they resolve where core is not installed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { exportedNames } from "../test/support/exported-names.ts"
import { filesBelow, root, workspaces } from "../test/support/workspaces.ts"

const imports = /import type \{([^}]*)\} from "(@rxacp\/core[^"]*)"/g
const inline = /import\("(@rxacp\/core[^"]*)"\)\.(\w+)/g
const relativeImports = /(?:from |import\()"(\.[^"]*)"/g

const core = join(root, "packages/core")

/** The source that declares what a sub-path of core exports under a name. */
const sourceOf = (specifier: string, name: string): string => {
  const entry = workspaces.flatMap(({ entries }) => entries).find((each) => each.specifier === specifier)
  const found = entry && exportedNames(entry.source).findLast((exported) => exported.name === name)
  if (found === undefined) throw new Error(`${specifier} does not export ${name}`)
  return found.file
}

/** The declarations that were built of a source. */
const builtOf = (source: string): string =>
  join(core, "dist", relative(join(core, "src"), source)).replace(/\.ts$/, ".d.ts")

/** A file of declarations and all that it leads to. */
const closure = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found
  found.add(file)
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(relativeImports)) {
    closure(resolve(dirname(file), specifier.replace(/\.(js|ts)$/, ".d.ts")), found)
  }
  return found
}

/** Copies what the declarations in the `dist` of a package take from core into `dist/core`, and points them there. */
export const ownTypes = (folder: string): void => {
  const dist = join(root, folder, "dist")
  const files = filesBelow(join(folder, "dist")).filter((file) => file.endsWith(".d.ts") && !file.startsWith("core/"))
  const used = new Map<string, string>()
  for (const file of files) {
    const text = readFileSync(join(dist, file), "utf8")
    for (const [, names = "", specifier = ""] of text.matchAll(imports)) {
      for (const name of names
        .split(",")
        .map((each) => each.trim().replace(/ as .*/, ""))
        .filter(Boolean)) {
        used.set(name, sourceOf(specifier, name))
      }
    }
    for (const [, specifier = "", name = ""] of text.matchAll(inline)) used.set(name, sourceOf(specifier, name))
    const entry = relative(dirname(join(dist, file)), join(dist, "core/index.js"))
    writeFileSync(
      join(dist, file),
      text.replaceAll(/"@rxacp\/core[^"]*"/g, `"${entry.startsWith(".") ? entry : `./${entry}`}"`)
    )
  }
  if (used.size === 0) return
  const copies = new Set([...used.values()].flatMap((source) => [...closure(builtOf(source))]))
  for (const file of copies) {
    const target = join(dist, "core", relative(join(core, "dist"), file))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, readFileSync(file, "utf8").replace(/\/\/# sourceMappingURL=.*\n?/, ""))
  }
  const exports = [...used]
    .map(
      ([name, source]) =>
        `export type { ${name} } from "./${relative(join(core, "dist"), builtOf(source)).replace(/\.d\.ts$/, ".js")}"`
    )
    .sort()
  writeFileSync(join(dist, "core/index.d.ts"), `${exports.join("\n")}\n`)
}
