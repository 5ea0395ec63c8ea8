/** Bundles for a browser, from the sources of the packages, as an application's own build would make them. */
import { gzipSync } from "node:zlib"
import { type BuildOptions, build } from "esbuild"
import { root } from "./workspaces.ts"

/** A bundle; `gzipped` is its size in bytes as served, `inputs` the files it was made of. */
export interface Bundle {
  readonly code: string
  readonly gzipped: number
  readonly inputs: ReadonlyArray<string>
}

type BundleOptions = Pick<BuildOptions, "define" | "external" | "format" | "globalName">

/** Bundles the module whose text is `contents`; rejects when it needs what no browser has. */
export const browserBundle = async (contents: string, options: BundleOptions = {}): Promise<Bundle> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    conditions: ["@rxacp/source"],
    logLevel: "silent",
    ...options,
    metafile: true,
    write: false
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("esbuild wrote no bundle")
  return {
    code: file.text,
    gzipped: gzipSync(file.contents, { level: 9 }).length,
    inputs: Object.keys(metafile.inputs)
  }
}
