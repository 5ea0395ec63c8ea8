/** The official JSON Schema of ACP v1 and its wire form. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Form, type Forms, forms, type Key, object, scalar } from "./wire-form.ts"

/** A node of the official schema, with the keywords that it uses. */
export interface OfficialNode {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly const?: string | number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly properties?: Readonly<Record<string, OfficialNode>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | OfficialNode
  readonly items?: OfficialNode
  readonly allOf?: ReadonlyArray<OfficialNode>
  readonly anyOf?: ReadonlyArray<OfficialNode>
  readonly oneOf?: ReadonlyArray<OfficialNode>
  readonly not?: { readonly anyOf: ReadonlyArray<OfficialNode> }
  readonly default?: unknown
  readonly "x-deserialize-default-on-error"?: true
  readonly "x-deserialize-skip-invalid-items"?: true
  readonly "x-deserialize-default-on-null"?: true
  readonly "x-method"?: string
  readonly "x-side"?: string
}

/** The official schema: `definitions` by name, and the whole of it for validators. */
export const official: { readonly $defs: Readonly<Record<string, OfficialNode>> } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@agentclientprotocol/sdk/schema/v1/schema.json")), "utf8")
)

/** The keywords that say nothing about what is accepted. */
const silent = ["title", "description", "discriminator", "x-method", "x-side", "x-docs-ignore", "unevaluatedProperties"]
const read = new Set([
  ...silent,
  ...["$ref", "type", "format", "const", "minimum", "maximum", "minLength", "properties", "required", "items", "not"],
  ...["additionalProperties", "allOf", "anyOf", "oneOf", "default", "x-deserialize-default-on-error"],
  ...["x-deserialize-skip-invalid-items", "x-deserialize-default-on-null"]
])

/** Something that is meant to differ from the official schema, wherever the definition is used. */
export type Difference = (official: Forms) => ReadonlyArray<Form>

/** What a definition accepts, with the intended differences applied to it and to all that it refers to. */
export const officialForms = (name: string, differences: Readonly<Record<string, Difference>>): Forms => {
  const definition = (name: string): Forms => {
    const node = official.$defs[name]
    if (node === undefined) throw new Error(`no definition ${name}`)
    const given = forms(alternatives(node))
    return forms(differences[name]?.(given) ?? given)
  }

  const alternatives = (node: OfficialNode): ReadonlyArray<Form> => {
    const unread = Object.keys(node).filter((keyword) => !read.has(keyword))
    if (unread.length > 0) throw new Error(`the walk knows no keyword ${unread}`)
    if (node.$ref !== undefined) return definition(node.$ref.replace("#/$defs/", ""))
    if (node.const !== undefined) return [scalar(JSON.stringify(node.const))]
    const parts = [
      own(node),
      ...(node.allOf ?? []).map(alternatives),
      ...[node.anyOf, node.oneOf].flatMap((group) => (group ? [group.flatMap(alternatives)] : []))
    ].filter((part) => part.length > 0)
    return parts.length === 0 ? [scalar("anything")] : parts.reduce(intersections)
  }

  /** What the node says by itself, without what it combines. */
  const own = (node: OfficialNode): ReadonlyArray<Form> =>
    [node.type ?? []].flat().map((type): Form => {
      switch (type) {
        case "object":
          return object(keys(node), rest(node))
        case "array":
          return {
            is: "list",
            of: forms(alternatives(node.items ?? {})),
            skipsInvalid: node["x-deserialize-skip-invalid-items"] ?? false
          }
        default:
          return scalar(scalarName(type, node))
      }
    })

  const keys = ({ properties = {}, required = [], not }: OfficialNode): Readonly<Record<string, Key>> =>
    Object.fromEntries(
      Object.entries(properties).map(([name, node]) => {
        const others = not?.anyOf.map((known) => known.properties?.[name]?.const)
        const of = others?.every((word) => word !== undefined)
          ? [scalar(`a word other than ${others.join(", ")}`)]
          : forms(alternatives(node))
        return [name, key(node, of, !required.includes(name))]
      })
    )

  const rest = ({ additionalProperties }: OfficialNode): Forms | undefined =>
    typeof additionalProperties === "object" ? forms(alternatives(additionalProperties)) : undefined

  return definition(name)
}

/** A key with its marks. The schema gives required lists no default; a malformed one counts as empty. */
const key = (node: OfficialNode, of: Forms, optional: boolean): Key => {
  const lenient = node["x-deserialize-default-on-error"] ?? false
  const fallback = node.default ?? (lenient && !optional ? [] : undefined)
  const empty = node.type === "object" ? {} : []
  return node["x-deserialize-default-on-null"]
    ? { optional, lenient, fallback, of: [{ is: "null as", fallback: empty, of }] }
    : { optional, lenient, fallback, of }
}

const scalarName = (type: string, { format, minLength }: OfficialNode): string => {
  if (type === "null") return "null"
  if (type === "number") return "a finite number"
  if (type === "string" && minLength === 1) return "a value with a length of at least 1"
  return format ?? type
}

/** Values that look like one of each side: objects with the keys of both. */
const intersections = (one: ReadonlyArray<Form>, other: ReadonlyArray<Form>): ReadonlyArray<Form> =>
  one.flatMap((left) => other.map((right) => intersection(left, right)))

const intersection = (left: Form, right: Form): Form => {
  if (left.is !== "object" || right.is !== "object") throw new Error("the walk can intersect objects only")
  return object({ ...left.keys, ...right.keys }, left.rest ?? right.rest)
}
