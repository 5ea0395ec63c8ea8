/** The bundlers that a host may go through, with nothing set for our sake. */
import { basename, dirname } from "node:path"
import commonjsPlugin from "@rollup/plugin-commonjs"
import { nodeResolve } from "@rollup/plugin-node-resolve"
import * as esbuild from "esbuild"
import { rollup } from "rollup"
import * as vite from "vite"
import webpack from "webpack"

// Its types are those of a CommonJS module, its code is none.
const commonjs = commonjsPlugin as unknown as typeof commonjsPlugin.default

/** One bundler with one format; `file` is what it writes. */
export interface Bundler {
  readonly name: string
  readonly file: string
  readonly bundle: (entry: string, output: string) => Promise<unknown>
}

const withEsbuild =
  (format: "esm" | "cjs"): Bundler["bundle"] =>
  (entry, outfile) =>
    esbuild.build({
      entryPoints: [entry],
      outfile,
      format,
      bundle: true,
      platform: "node",
      target: "node20",
      logLevel: "error"
    })

const withWebpack: Bundler["bundle"] = (entry, output) =>
  new Promise((resolve, reject) => {
    const options: webpack.Configuration = {
      mode: "production",
      target: "node20",
      entry,
      experiments: { outputModule: true },
      output: { path: dirname(output), filename: basename(output), module: true, chunkFormat: "module" }
    }
    webpack(options, (error, stats) => {
      if (error) reject(error)
      else if (stats?.hasErrors()) reject(new Error(stats.toString("errors-only")))
      else resolve(stats)
    })
  })

const withRollup: Bundler["bundle"] = async (input, file) => {
  const plugins = [nodeResolve({ preferBuiltins: true, exportConditions: ["node"] }), commonjs()]
  const built = await rollup({ input, plugins, external: /^node:/, onwarn: () => {} })
  await built.write({ file, format: "esm", inlineDynamicImports: true })
}

const withVite: Bundler["bundle"] = (entry, output) =>
  vite.build({
    root: dirname(entry),
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: dirname(output),
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: basename(output) } }
    }
  })

/** Top-level await is in the program, so a CommonJS bundle wraps it. */
const asCommonJs: Bundler["bundle"] = async (entry, output) => {
  const { readFile, writeFile } = await import("node:fs/promises")
  const text = await readFile(entry, "utf8")
  const imports = text.split("\n").filter((line) => line.startsWith("import "))
  const rest = text.split("\n").filter((line) => !line.startsWith("import "))
  const wrapped = `${entry}.wrapped.mjs`
  await writeFile(wrapped, `${imports.join("\n")}\nconst main = async () => {\n${rest.join("\n")}\n}\nmain()\n`)
  await withEsbuild("cjs")(wrapped, output)
}

/** Every bundler that is supported. */
export const bundlers: ReadonlyArray<Bundler> = [
  { name: "esbuild to ESM", file: "esbuild/host.mjs", bundle: withEsbuild("esm") },
  { name: "esbuild to CommonJS", file: "esbuild/host.cjs", bundle: asCommonJs },
  { name: "webpack", file: "webpack/host.mjs", bundle: withWebpack },
  { name: "rollup", file: "rollup/host.mjs", bundle: withRollup },
  { name: "Vite", file: "vite/host.mjs", bundle: withVite }
]
