/**
 * Compares the protocol's schemas of an installed SDK with those that the code was written from, and prints what is new,
 * changed and gone. `npm run protocol:compare -- [folder of the SDK] [--write]`; with `--write` the installed ones become
 * the baseline. Ends with 1 when anything differs.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isJsonObject } from "../src/schema/json-object.ts"

/** The schema files of the SDK: stable and unstable, of both versions of the protocol. */
export const schemaFiles = [
  "v1/schema.json",
  "v1/schema.unstable.json",
  "v2/schema.json",
  "v2/schema.unstable.json"
] as const

/** A schema in short: the facts of each definition, one a line. */
export type SchemaFacts = Readonly<Record<string, ReadonlyArray<string>>>

/** The schemas of one version of the SDK. */
export interface ProtocolFacts {
  readonly sdk: string
  readonly schemas: Readonly<Record<string, SchemaFacts>>
}

/** What differs between two schemas. */
export interface SchemaDifference {
  readonly added: ReadonlyArray<string>
  readonly gone: ReadonlyArray<string>
  /** By definition: facts that are new, and facts that are gone. */
  readonly changed: ReadonlyArray<{
    readonly name: string
    readonly added: ReadonlyArray<string>
    readonly gone: ReadonlyArray<string>
  }>
}

/** Words about a value rather than of it. */
const prose = new Set(["description", "title", "$schema", "examples"])

const short = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(short).join(", ")}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const reference = value.$ref
  if (typeof reference === "string") return reference.slice(reference.lastIndexOf("/") + 1)
  const fields = Object.entries(value).filter(([name]) => !prose.has(name))
  return `{ ${fields.map(([name, field]) => `${name}: ${short(field)}`).join(", ")} }`
}

/** The facts of one definition. */
export const factsOf = (definition: unknown): ReadonlyArray<string> => {
  if (!isJsonObject(definition)) return [short(definition)]
  const { properties, required, oneOf, anyOf, ...rest } = definition
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).map(
    ([name, field]) => `${name}${needed.has(name) ? "" : "?"}: ${short(field)}`
  )
  const members = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.map((each) => `| ${short(each)}`) : []))
  const others = Object.entries(rest)
    .filter(([name]) => !prose.has(name))
    .map(([name, value]) => `${name} = ${short(value)}`)
  return [...others, ...fields, ...members]
}

/** Reads the schemas of an SDK from its folder. */
export const readProtocol = (folder: string): ProtocolFacts => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"))
  const schemas = schemaFiles.map((file) => {
    const schema = read(`schema/${file}`)
    const definitions = isJsonObject(schema) && isJsonObject(schema.$defs) ? schema.$defs : {}
    return [file, Object.fromEntries(Object.entries(definitions).map(([name, each]) => [name, factsOf(each)]))] as const
  })
  const manifest = read("package.json")
  return { sdk: isJsonObject(manifest) ? String(manifest.version) : "unknown", schemas: Object.fromEntries(schemas) }
}

const without = <T>(items: ReadonlyArray<T>, others: ReadonlyArray<T>): ReadonlyArray<T> => {
  const known = new Set(others)
  return items.filter((item) => !known.has(item))
}

/** What is in `now` and was not, or is otherwise than it was. */
export const difference = (before: SchemaFacts, now: SchemaFacts): SchemaDifference => ({
  added: without(Object.keys(now), Object.keys(before)),
  gone: without(Object.keys(before), Object.keys(now)),
  changed: Object.entries(now).flatMap(([name, facts]) => {
    const known = before[name]
    if (known === undefined) return []
    const [added, gone] = [without(facts, known), without(known, facts)]
    return added.length + gone.length === 0 ? [] : [{ name, added, gone }]
  })
})

const report = (file: string, { added, gone, changed }: SchemaDifference): ReadonlyArray<string> => [
  `${file}: ${added.length} new, ${changed.length} changed, ${gone.length} gone`,
  ...added.map((name) => `  + ${name}`),
  ...gone.map((name) => `  - ${name}`),
  ...changed.flatMap((each) => [
    `  ~ ${each.name}`,
    ...each.gone.map((fact) => `      - ${fact}`),
    ...each.added.map((fact) => `      + ${fact}`)
  ])
]

const baselinePath = fileURLToPath(new URL("./protocol-baseline.json", import.meta.url))

/** The facts that the code was written from. */
export const readBaseline = (): ProtocolFacts => JSON.parse(readFileSync(baselinePath, "utf8"))

const main = (args: ReadonlyArray<string>): void => {
  const folder = args.find((arg) => !arg.startsWith("--")) ?? "node_modules/@agentclientprotocol/sdk"
  const now = readProtocol(folder)
  if (args.includes("--write")) {
    writeFileSync(baselinePath, `${JSON.stringify(now, null, 1)}\n`)
    process.stdout.write(`the baseline is now SDK ${now.sdk}\n`)
    return
  }
  const baseline = readBaseline()
  const differences = schemaFiles.map(
    (file) => [file, difference(baseline.schemas[file] ?? {}, now.schemas[file] ?? {})] as const
  )
  const isSame = differences.every(([, { added, gone, changed }]) => added.length + gone.length + changed.length === 0)
  const lines = [
    `SDK ${baseline.sdk} (ours) and ${now.sdk}`,
    ...differences.flatMap(([file, each]) => report(file, each))
  ]
  process.stdout.write(`${lines.join("\n")}\n`)
  if (!isSame) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
