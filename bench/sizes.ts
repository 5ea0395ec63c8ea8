/** What a page has to load: bundles of the packages as built, minified and gzipped. */
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

/** The size of one bundle in kB (1,000 bytes). */
export interface SizeRow {
  readonly name: string
  readonly peers: "with peers" | "without peers"
  readonly kB: number
  /** The size to stay under; absent for what is only shown beside. */
  readonly target?: number
}

type Bundled = Omit<SizeRow, "kB"> & { readonly source: string }

const client = `export { connect, textDeltas } from "@rxacp/core"`

const bundles: ReadonlyArray<Bundled> = [
  { name: "plain client: connect, textDeltas", peers: "without peers", source: client, target: 22 },
  { name: "plain client: connect, textDeltas", peers: "with peers", source: client, target: 32 },
  {
    name: "official SDK: client",
    peers: "with peers",
    source: 'export { client, ndJsonStream } from "@agentclientprotocol/sdk"'
  },
  {
    name: "fold: emptySession, foldSession",
    peers: "without peers",
    source: `export { emptySession, foldSession } from "@rxacp/fold"`,
    target: 5
  },
  {
    name: "stream path: lines, messages, updates",
    peers: "without peers",
    source: `export { splitLines, decodeMessages, sessionUpdates } from "@rxacp/core"`,
    target: 12
  },
  { name: "all of core", peers: "without peers", source: `export * from "@rxacp/core"`, target: 30 }
]

const root = fileURLToPath(new URL("..", import.meta.url))

/** Bundles each of them for a browser. */
export const benchSizes = (): Promise<Array<SizeRow>> =>
  Promise.all(
    bundles.map(async ({ source, ...bundle }) => {
      const { outputFiles } = await build({
        stdin: { contents: source, resolveDir: root },
        bundle: true,
        minify: true,
        platform: "browser",
        format: "esm",
        external: bundle.peers === "without peers" ? ["rxjs", "rxjs/*", "effect", "effect/*"] : [],
        write: false
      })
      const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
      return { ...bundle, kB: bytes / 1000 }
    })
  )
