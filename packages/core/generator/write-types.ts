/** Writes the protocol's definitions as plain TypeScript types, with what they mean as comments. */
import type * as SchemaAST from "effect/SchemaAST"
import { leniencyOf } from "../src/schema/effect/leniency.ts"
import { payloadKey } from "../src/schema/effect/tagged.ts"
import { type Definition, definitions, nameOf } from "./protocol-names.ts"

/** A definition as TypeScript source. */
export const declarationOf = ({ name, description, ast }: Definition): string =>
  ast._tag === "Objects" && leniencyOf(ast) === undefined && ast.propertySignatures.length > 0
    ? `${comment(description)}export interface ${name} ${body(ast)}\n`
    : `${comment(description)}export type ${name} = ${written(ast)}\n`

const names = new Set(definitions.map(({ name }) => name))

/** A type where it is used: by its name when it has one. */
const typeOf = (ast: SchemaAST.AST): string => {
  const name = nameOf(ast)
  return name !== undefined && names.has(name) ? name : written(ast)
}

const written = (ast: SchemaAST.AST): string => {
  const leniency = leniencyOf(ast)
  switch (leniency?._tag) {
    case "Items":
      return `ReadonlyArray<${typeOf(leniency.of)}>`
    case "Key":
    case "NullAs":
    case "Alias":
      return typeOf(leniency.of)
    case "Unknown":
      return "Unrecognized"
  }
  switch (ast._tag) {
    case "String":
      return "string"
    case "Number":
      return "number"
    case "Boolean":
      return "boolean"
    case "Null":
      return "null"
    case "Unknown":
      return "unknown"
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Arrays":
      return `ReadonlyArray<${ast.rest.map(typeOf).join(" | ")}>`
    case "Objects":
      return object(ast)
    case "Union":
      return union(ast)
    default:
      throw new TypeError(`no type for a schema of ${ast._tag}`)
  }
}

/** Words that are known stay in completions beside any other string. */
const union = ({ types }: SchemaAST.Union): string => {
  const members = types.map((type) =>
    type._tag === "Union" && nameOf(type) === undefined ? union(type) : typeOf(type)
  )
  const quoted = members.some((member) => member.startsWith('"'))
  return members.map((member) => (member === "string" && quoted ? "(string & {})" : member)).join(" | ")
}

const object = (ast: SchemaAST.Objects): string => {
  const payload = ast.annotations?.[payloadKey]
  const [tag] = ast.propertySignatures
  if (typeof payload === "string" && tag !== undefined) {
    return `(${payload} & { readonly ${key(tag)}: ${typeOf(tag.type)} })`
  }
  const [rest] = ast.indexSignatures
  if (ast.propertySignatures.length === 0 && rest !== undefined) return `Readonly<Record<string, ${typeOf(rest.type)}>>`
  return body(ast)
}

const body = ({ propertySignatures, indexSignatures }: SchemaAST.Objects): string => {
  const keys = propertySignatures.map((each) => {
    const optional = each.type.context?.isOptional ? "?" : ""
    return `${comment(descriptionOf(each))}readonly ${key(each)}${optional}: ${typeOf(each.type)}`
  })
  const rest = indexSignatures.map(({ type }) => `readonly [key: string]: ${typeOf(type)}`)
  return `{\n${[...keys, ...rest].join("\n")}\n}`
}

const key = ({ name }: SchemaAST.PropertySignature): string => String(name)

const descriptionOf = ({ type }: SchemaAST.PropertySignature): string => {
  const description = type.context?.annotations?.description
  return typeof description === "string" ? description : ""
}

const comment = (text: string): string => (text === "" ? "" : `/** ${text} */\n`)
