/**
 * Runs the benchmarks and prints one table. `--quick` measures less of each, `--only throughput,latency` some of them, `--loads
 * small` and `--readers "rxacp|SDK"` some of the throughput (regular expressions), `--json FILE` keeps all that was measured,
 * `--docs` puts the table into docs/benchmarks.md.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { arch, cpus, loadavg, platform } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { figuresOf, type Results, tableOf } from "./figures.ts"
import { coldLoads, loads } from "./loads.ts"
import { buildPrograms } from "./support/programs.ts"

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    loads: { type: "string", default: "" },
    readers: { type: "string", default: "" },
    json: { type: "string" },
    docs: { type: "boolean", default: false }
  }
})
const { quick } = values

/** Loaded one by one, so that what one of them needs is not there while another is measured. */
const benchmarks = {
  throughput: async () =>
    (await import("./throughput.ts")).benchThroughput({
      rounds: quick ? 3 : 7,
      loads: loads.filter(({ name }) => new RegExp(values.loads).test(name)),
      readers: new RegExp(values.readers)
    }),
  cold: async () =>
    (await import("./throughput.ts")).benchThroughput({
      rounds: quick ? 5 : 15,
      loads: coldLoads,
      readers: new RegExp(values.readers)
    }),
  imports: async () => (await import("./imports.ts")).benchImports(quick ? 5 : 15),
  types: async () => (await import("./types.ts")).benchTypes(quick ? 5 : 15),
  sizes: async () => (await import("./sizes.ts")).benchSizes(),
  decode: async () => (await import("./decode.ts")).run(),
  fold: async () => (await import("./fold.ts")).benchFold(),
  flood: async () => (await import("./flood.ts")).benchFlood(quick ? 5 : 20),
  memory: async () => (await import("./memory.ts")).benchMemory(),
  latency: async () =>
    (await import("./latency.ts")).benchLatency(quick ? { updates: 1_000, rounds: 3 } : { updates: 5_000, rounds: 7 }),
  log: async () => (await import("./log.ts")).benchLog(quick),
  crashes: async () => (await import("./log.ts")).benchCrashes(quick ? 50 : 1_000)
} satisfies { readonly [Name in keyof Results]-?: () => Promise<Results[Name]> }

const chosen = values.only?.split(",") ?? Object.keys(benchmarks)
const known = (name: string): name is keyof Results => Object.hasOwn(benchmarks, name)

const versionOf = (name: string): string => {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return `${name} ${JSON.parse(readFileSync(manifest, "utf8")).version}`
}

const [busy = 0] = loadavg()

/** What the figures depend on, in a line. */
const setting = (): string => {
  const names = ["@rxacp/core", "rxjs", "effect", "@agentclientprotocol/sdk", "execa"]
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}, load average ${busy.toFixed(1)} at the start`
  return `${[`Node ${process.versions.node}`, ...names.map(versionOf)].join(", ")}; ${machine}`
}

await buildPrograms()
const results: Results = {}
for (const name of chosen) {
  if (!known(name)) throw new Error(`no benchmark is called ${name}; there are ${Object.keys(benchmarks).join(", ")}`)
  process.stderr.write(`${name} …\n`)
  Object.assign(results, { [name]: await benchmarks[name]() })
}

const date = new Date().toISOString().slice(0, 10)
const heading = `${date}${quick ? ", quick" : ""}: ${setting()}`
const table = tableOf(figuresOf(results))
console.log(`${heading}\n\n${table}`)
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ heading, results }, null, 2))

if (values.docs) {
  const path = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url))
  const page = readFileSync(path, "utf8")
  const place = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s
  writeFileSync(
    path,
    page.replace(place, () => `\n${heading}\n\n${table}\n\n`)
  )
}
