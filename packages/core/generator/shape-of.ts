/** Reads the shape of a schema off its syntax tree. */
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { Field, Fields, Scalar, Shape, Words } from "../src/protocol/shape.ts"
import { leniencyOf } from "../src/schema/effect/leniency.ts"

/** Gives the shape of a part of a schema, by which a caller can share the shapes of named parts. */
export type ShapeOf = (ast: SchemaAST.AST) => Shape

/** Reads the shape off a schema. Throws for schemas that use more of effect than the protocol's need. */
export const shapeOf = ({ ast }: Schema.Constraint): Shape => {
  const read: ShapeOf = (part) => shapeOfTree(part, read)
  return read(ast)
}

/** The shape of a syntax tree, whose parts are read by `read`. */
export const shapeOfTree = (ast: SchemaAST.AST, read: ShapeOf): Shape => {
  const leniency = leniencyOf(ast)
  switch (leniency?._tag) {
    case "Items":
      return { is: "list", of: read(leniency.of), skip: true }
    case "NullAs":
      return { is: "nullAs", of: read(leniency.of), fallback: leniency.fallback }
    case "Alias":
      return { is: "alias", of: read(leniency.of), alias: leniency.alias }
    case "Words":
      return { is: "words", words: knownWordsOf(ast), open: true }
  }
  if (ast.encoding !== undefined) throw new TypeError("no shape for a transformation")
  switch (ast._tag) {
    case "String":
    case "Number":
    case "Boolean":
      return scalar(ast)
    case "Null":
      return "null"
    case "Literal":
      return literal(ast.literal)
    case "Unknown":
      return "any"
    case "Arrays":
      return { is: "list", of: read(only(ast.rest)) }
    case "Objects":
      return object(ast, read)
    case "Union":
      return union(ast, read)
    default:
      throw new TypeError(`no shape for a schema of ${ast._tag}`)
  }
}

const literal = (word: unknown): Words => {
  if (typeof word !== "string") throw new TypeError(`no shape for the literal ${word}`)
  return { is: "words", words: [word] }
}

const knownWordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag !== "Union") throw new TypeError("known words must be a union")
  return ast.types.flatMap((type) => (type._tag === "Union" ? type.types : [type])).flatMap(wordOf)
}

const wordOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Literal" && typeof ast.literal === "string" ? [ast.literal] : []

/** The scalars that effect knows by a check, by the words in which the check says what it expects. */
const checked: Readonly<Record<string, Scalar>> = {
  "a finite number": "finite",
  "a value with a length of at least 1": "nonEmpty",
  uint16: "uint16",
  uint32: "uint32",
  int32: "int32",
  int64: "int64",
  uint64: "uint64",
  uri: "uri"
}

const others = "a word other than "

const scalar = (ast: SchemaAST.String | SchemaAST.Number | SchemaAST.Boolean): Shape => {
  const [check, ...more] = ast.checks ?? []
  if (check === undefined) return plain(ast)
  const expected = more.length > 0 || check._tag !== "Filter" ? undefined : check.annotations?.expected
  if (expected?.startsWith(others)) return { is: "otherWords", words: expected.slice(others.length).split(", ") }
  const known = checked[expected ?? ""]
  if (known === undefined) throw new TypeError(`no shape for the check ${expected}`)
  return known
}

const plain = (ast: SchemaAST.AST): Scalar => {
  if (ast._tag === "String") return "string"
  if (ast._tag === "Boolean") return "boolean"
  throw new TypeError("no shape for numbers that need not be finite")
}

const object = (ast: SchemaAST.Objects, read: ShapeOf): Fields => {
  const fields = Object.fromEntries(ast.propertySignatures.map((key) => [String(key.name), field(key, read)]))
  const rest = ast.indexSignatures.map(({ type }) => read(type)).find((of) => of !== "any")
  return { is: "object", fields, ...(rest !== undefined && { rest }) }
}

const field = ({ type }: SchemaAST.PropertySignature, read: ShapeOf): Field => {
  const leniency = leniencyOf(type)
  const optional = type.context?.isOptional ?? false
  if (leniency?._tag !== "Key") return optional ? { optional: read(type) } : read(type)
  const { of, fallback } = leniency
  return {
    lenient: read(of),
    ...(fallback !== undefined && { fallback }),
    ...(!optional && { required: true as const })
  }
}

const union = ({ types }: SchemaAST.Union, read: ShapeOf): Shape => {
  const open = types.some(isOpening)
  const members = types.filter((type) => !isOpening(type))
  const key = tagKey(members)
  if (key !== undefined) {
    const byWord = Object.fromEntries(members.map((type) => [String(tagOf(type, key)), read(type)]))
    return { is: "tagged", key, members: byWord, ...(open && { open: true as const }) }
  }
  const [first, last, ...more] = members.map(read)
  if (first !== undefined && last === "null" && more.length === 0) return { is: "orNull", of: first }
  const words = members.flatMap(wordOf)
  return words.length === members.length ? { is: "words", words } : { is: "choice", of: members.map(read) }
}

const isOpening = (ast: SchemaAST.AST): boolean => leniencyOf(ast)?._tag === "Unknown"

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
