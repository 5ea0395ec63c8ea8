/** Fields that a message has and the protocol does not know: what decoding lets through, and a person may want to see. */
import type { Field, Shape } from "../../protocol/shape.ts"
import { methodShapes } from "../../protocol/tables.ts"
import { isJsonObject } from "../json-object.ts"
import type { Method } from "../methods.ts"
import { guard } from "./guard.ts"

/** The way to a field, from the params or the result. */
export type FieldPath = ReadonlyArray<string | number>

/** Fields that are named at the most. */
const MOST = 100

/**
 * The paths of the fields in the params or the result of a method that ACP v1 does not have; a hundred at the most.
 * What stands under `_meta`, what begins with `_`, and what lies below an unknown field is left out: it belongs to whoever
 * wrote it (protocol: Extensibility). Never throws, at any depth: it goes no deeper than the protocol does.
 */
export const unknownFields = (method: Method, part: "params" | "result", value: unknown): ReadonlyArray<FieldPath> => {
  const shape = methodShapes[method]?.[part]
  const found: Array<FieldPath> = []
  if (shape !== undefined) look(shape, value, [], found)
  return found
}

const shapeOf = (field: Field): Shape => {
  if (typeof field === "string" || "is" in field) return field
  return "optional" in field ? field.optional : field.lenient
}

const look = (shape: Shape, value: unknown, path: FieldPath, found: Array<FieldPath>): void => {
  if (typeof shape === "string" || typeof value !== "object" || value === null || found.length >= MOST) return
  switch (shape.is) {
    case "object":
      if (isJsonObject(value) && Object.keys(shape.fields).length > 0) lookInside(shape.fields, value, path, found)
      return
    case "list":
      if (Array.isArray(value))
        for (const [index, item] of value.entries()) look(shape.of, item, [...path, index], found)
      return
    case "choice": {
      const accepting = shape.of.find((member) => guard(member)(value))
      if (accepting !== undefined) look(accepting, value, path, found)
      return
    }
    case "tagged": {
      const word = isJsonObject(value) ? value[shape.key] : undefined
      if (typeof word !== "string" || !Object.hasOwn(shape.members, word)) return
      look(shape.members[word] as Shape, value, path, found)
      return
    }
    case "orNull":
    case "nullAs":
    case "alias":
      look(shape.of, value, path, found)
  }
}

const lookInside = (
  fields: Readonly<Record<string, Field>>,
  value: Readonly<Record<string, unknown>>,
  path: FieldPath,
  found: Array<FieldPath>
): void => {
  for (const name of Object.keys(value)) {
    if (name.startsWith("_")) continue
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field !== undefined) look(shapeOf(field), value[name], [...path, name], found)
    else if (found.push([...path, name]) >= MOST) return
  }
}
