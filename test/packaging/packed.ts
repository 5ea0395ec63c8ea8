/** Packs the packages as `npm publish` would. */
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { execa } from "execa"
import { root, workspaces } from "../support/workspaces.ts"

/** A package as its users get it: `tarball` is a path, `files` what is in it. */
export interface Packed {
  readonly name: string
  readonly version: string
  readonly tarball: string
  readonly files: ReadonlyArray<string>
}

interface PackReport {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** Builds every package from nothing, since `tsc -b` leaves what it built of sources now gone, and packs it into `folder`. */
export const packAll = async (folder: string): Promise<ReadonlyArray<Packed>> => {
  const options = { cwd: root, preferLocal: true }
  await Promise.all(workspaces.map((one) => rm(join(root, one.folder, "dist"), { recursive: true, force: true })))
  await execa("tsc", ["-b"], options)
  const { stdout } = await execa("npm", ["pack", "--workspaces", "--json", "--pack-destination", folder], options)
  const reports: ReadonlyArray<PackReport> = JSON.parse(stdout)
  return reports.map(({ name, version, filename, files }) => ({
    name,
    version,
    tarball: join(folder, filename),
    files: files.map((file) => file.path)
  }))
}

/** The bytes of a tarball, in a buffer of their own as publint takes them. */
export const tarballBytes = async ({ tarball }: Packed): Promise<ArrayBuffer> =>
  new Uint8Array(await readFile(tarball)).buffer
