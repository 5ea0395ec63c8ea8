/** The packages of this repository, as their own manifests describe them. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** What is read of a `package.json`. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** One way into a package: `specifier` is what an import says, `source` the file it stands for. */
export interface Entry {
  readonly specifier: string
  readonly source: string
}

/** A package of the repository; `folder` is relative to the root. */
export interface Workspace {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
  readonly entries: ReadonlyArray<Entry>
}

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"))

const entriesOf = (folder: string, { name, exports }: Manifest): Entry[] =>
  Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string"
      ? []
      : [{ specifier: join(name, path), source: join(root, folder, target["@rxacp/source"] ?? "") }]
  )

/** The manifest of the repository itself. */
export const rootManifest: Manifest & { readonly workspaces: ReadonlyArray<string> } = readJson("package.json")

/** Every package, in the order in which they build on each other. */
export const workspaces: ReadonlyArray<Workspace> = rootManifest.workspaces.map((folder) => {
  const manifest: Manifest = readJson(join(folder, "package.json"))
  return { name: manifest.name, folder, manifest, entries: entriesOf(folder, manifest) }
})

/** The files below `folder`, relative to it, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .sort()
