/** What is generated from the schemas: the types, the tables that decoding works with, the table of methods. */
import type * as Schema from "effect/Schema"
import { methodSchemas } from "../src/schema/effect/methods.ts"
import { SessionUpdate } from "../src/schema/effect/session-update.ts"
import { definitions, nameOf } from "./protocol-names.ts"
import { Tables } from "./write-tables.ts"
import { declarationOf } from "./write-types.ts"

interface MethodSchemas {
  readonly kind: string
  readonly direction: string
  readonly params: Schema.Constraint
  readonly result?: Schema.Constraint
  readonly needs?: ReadonlyArray<string>
  readonly nullResult?: true
}

const methods: ReadonlyArray<readonly [string, MethodSchemas]> = Object.entries(methodSchemas)
const origin = "Generated from the schemas in `schema/effect` by `npm run generate`."

const nameOfSchema = ({ ast }: Schema.Constraint): string => {
  const name = nameOf(ast)
  if (name === undefined) throw new Error("a schema of a method has no name")
  return name
}

const types = (): string => {
  const byMethod = methods.map(
    ([method, { params, result }]) =>
      `${JSON.stringify(method)}: { readonly params: ${nameOfSchema(params)}${result ? `; readonly result: ${nameOfSchema(result)}` : ""} }`
  )
  return `/** The types of ACP v1. */

// ${origin}

${definitions.map(declarationOf).join("\n")}
/** Content of a type that this protocol version does not know. To send it on to a peer, send its \`raw\`. */
export type UnknownContent = Unrecognized

/** What each method is called with and answered with. */
export interface MethodTypes {
${byMethod.map((line) => `readonly ${line}`).join("\n")}
}
`
}

const tables = (): string => {
  const tables = new Tables()
  tables.add(SessionUpdate.ast)
  const byMethod = methods.map(
    ([method, { params, result }]) =>
      `${JSON.stringify(method)}: { params: ${tables.add(params.ast)}${result ? `, result: ${tables.add(result.ast)}` : ""} }`
  )
  return `/** The shapes of ACP v1 as plain data. */

// ${origin}
import type { Field, Shape } from "./shape.ts"

${tables.source}
/** The shapes of what each method is called with and answered with. */
export const methodShapes: Readonly<Record<string, { readonly params: Shape; readonly result?: Shape }>> = {
${byMethod.join(",\n")}
}
`
}

const methodTable = (): string => `/** The methods of ACP v1: who calls whom, and what has to be offered first. */

// ${origin}

/** The 25 methods of ACP v1 by name. */
export const methods = {
${methods.map(([method, { params: _, result: __, ...traits }]) => `${JSON.stringify(method)}: ${JSON.stringify(traits)}`).join(",\n")}
} as const
`

const typesByName = (): string => `/** The generated types by name, to be compared with what the schemas decode to. */
import type * as types from "../../src/protocol/types.ts"

// ${origin}

/** The definitions of the protocol as plain types. */
export interface PlainTypes {
${definitions.map(({ name }) => `${name}: types.${name}`).join("\n")}
}
`

/** The generated files by name, before they are formatted. */
export const generated = (): Readonly<Record<string, string>> => ({
  "types.ts": types(),
  "tables.ts": tables(),
  "methods.ts": methodTable(),
  "../../test/schema/plain-types.ts": typesByName()
})
