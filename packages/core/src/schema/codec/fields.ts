/** Reads what a table says of a key. */
import type { Field, Shape } from "../../protocol/shape.ts"

/** A key of an object, spelt out. With `lenient` a malformed value counts as `fallback`, or as absent without one. */
export interface Key {
  readonly of: Shape
  readonly optional: boolean
  readonly lenient: boolean
  readonly fallback: unknown
}

/** What a table says of a key, spelt out. */
export const keyOf = (field: Field): Key => {
  if (typeof field === "string" || "is" in field)
    return { of: field, optional: false, lenient: false, fallback: undefined }
  if ("optional" in field) return { of: field.optional, optional: true, lenient: false, fallback: undefined }
  return { of: field.lenient, optional: field.required !== true, lenient: true, fallback: field.fallback }
}
