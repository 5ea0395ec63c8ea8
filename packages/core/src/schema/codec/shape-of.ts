/** Reads the shape of a schema off its syntax tree. */
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { leniencyOf } from "./leniency.ts"
import type { Check, Field, Fields, Shape } from "./shape.ts"

/** Reads the shape off a schema. Throws for schemas that use more of effect than the protocol's need. */
export const shapeOf = (schema: Schema.Constraint): Shape => shape(schema.ast)

const shape = (ast: SchemaAST.AST): Shape => {
  const leniency = leniencyOf(ast)
  switch (leniency?._tag) {
    case "Items":
      return { _tag: "Items", of: shape(leniency.of), skip: true }
    case "NullAs":
      return { _tag: "NullAs", of: shape(leniency.of), fallback: leniency.fallback }
    case "Alias":
      return { _tag: "Alias", of: shape(leniency.of), alias: leniency.alias }
  }
  if (ast.encoding !== undefined) throw new TypeError("no shape for a transformation")
  switch (ast._tag) {
    case "String":
    case "Number":
    case "Boolean":
      return scalar(ast)
    case "Null":
      return literal(null)
    case "Literal":
      return literal(ast.literal)
    case "Unknown":
      return anything
    case "Arrays":
      return { _tag: "Items", of: shape(only(ast.rest)), skip: false }
    case "Objects":
      return object(ast)
    case "Union":
      return union(ast)
    default:
      throw new TypeError(`no shape for a schema of ${ast._tag}`)
  }
}

const anything: Check = { _tag: "Check", test: () => true, expected: "anything" }

const literal = (word: unknown): Check => ({
  _tag: "Check",
  test: (value) => value === word,
  expected: JSON.stringify(word),
  words: [word]
})

const options: SchemaAST.ParseOptions = {}

const scalar = (ast: SchemaAST.String | SchemaAST.Number | SchemaAST.Boolean): Check => {
  const type = ast._tag === "String" ? "string" : ast._tag === "Number" ? "number" : "boolean"
  const [check, ...more] = ast.checks ?? []
  if (check === undefined) return { _tag: "Check", test: (value) => typeof value === type, expected: type }
  if (more.length > 0 || check._tag !== "Filter") throw new TypeError("no shape for several checks")
  return {
    _tag: "Check",
    test: (value) => typeof value === type && check.run(value, ast, options) === undefined,
    expected: check.annotations?.expected ?? type
  }
}

const object = (ast: SchemaAST.Objects): Fields => {
  const rest = ast.indexSignatures.map(({ type }) => shape(type)).find((of) => of !== anything)
  return { _tag: "Fields", fields: ast.propertySignatures.map(field), rest }
}

const field = ({ name, type }: SchemaAST.PropertySignature): Field => {
  const leniency = leniencyOf(type)
  const lenient = leniency?._tag === "Key"
  return {
    name: String(name),
    of: shape(lenient ? leniency.of : type),
    optional: type.context?.isOptional ?? false,
    lenient,
    fallback: lenient ? leniency.fallback : undefined
  }
}

const union = ({ types }: SchemaAST.Union): Shape => {
  const open = types.some(isOpening)
  const members = types.filter((type) => !isOpening(type))
  const key = tagKey(members)
  if (key !== undefined)
    return { _tag: "Tags", key, members: new Map(members.map((type) => [tagOf(type, key), shape(type)])), open }
  const shapes = members.map(shape)
  return shapes.every(isWord) ? words(shapes) : { _tag: "Choice", members: shapes }
}

const isOpening = (ast: SchemaAST.AST): boolean => leniencyOf(ast)?._tag === "Unknown"

const isWord = (of: Shape): of is Check => of._tag === "Check" && of.words !== undefined

const words = (checks: ReadonlyArray<Check>): Check => {
  const all = checks.flatMap((check) => check.words ?? [])
  const set = new Set(all)
  return {
    _tag: "Check",
    test: (value) => set.has(value),
    expected: checks.map((check) => check.expected).join(" or "),
    words: all
  }
}

/** The key under which every member has a word of its own. */
const tagKey = (members: ReadonlyArray<SchemaAST.AST>): string | undefined =>
  members.length < 2
    ? undefined
    : literalKeys(members[0]).find((key) => members.every((member) => tagOf(member, key) !== undefined))

const literalKeys = (ast: SchemaAST.AST | undefined): ReadonlyArray<string> =>
  ast?._tag === "Objects"
    ? ast.propertySignatures.filter(({ type }) => type._tag === "Literal").map(({ name }) => String(name))
    : []

const tagOf = (ast: SchemaAST.AST, key: string): unknown => {
  if (ast._tag !== "Objects") return undefined
  const type = ast.propertySignatures.find(({ name }) => name === key)?.type
  return type?._tag === "Literal" ? type.literal : undefined
}

const only = (types: ReadonlyArray<SchemaAST.AST>): SchemaAST.AST => {
  const [type, ...more] = types
  if (type === undefined || more.length > 0) throw new TypeError("no shape for tuples")
  return type
}
