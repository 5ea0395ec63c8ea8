/** The wire form of a schema of ours. */
import type * as Schema from "effect/Schema"
import { shapeOf } from "../../packages/core/generator/shape-of.ts"
import type { Field, Shape } from "../../packages/core/src/protocol/shape.ts"
import { keyOf } from "../../packages/core/src/schema/codec/fields.ts"
import { scalars } from "../../packages/core/src/schema/codec/scalars.ts"
import { type Form, type Forms, forms, type Key, object, scalar } from "./wire-form.ts"

/** What a schema of ours accepts. */
export const ourForms = (schema: Schema.Constraint): Forms => forms(formsOf(shapeOf(schema)))

const formsOf = (shape: Shape): ReadonlyArray<Form> => {
  if (typeof shape === "string") return [scalar(scalars[shape].expected)]
  switch (shape.is) {
    case "words": {
      const words = shape.words.map((word) => scalar(JSON.stringify(word)))
      return shape.open ? [...words, scalar("any other word, reported")] : words
    }
    case "otherWords":
      return [scalar(`a word other than ${shape.words.join(", ")}`)]
    case "object": {
      const keys = Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, formOfKey(field)]))
      return [object(keys, shape.rest && forms(formsOf(shape.rest)))]
    }
    case "list":
      return [{ is: "list", of: forms(formsOf(shape.of)), skipsInvalid: shape.skip ?? false }]
    case "choice":
      return shape.of.flatMap(formsOf)
    case "orNull":
      return [...formsOf(shape.of), scalar("null")]
    case "tagged": {
      const members = Object.values(shape.members).flatMap(formsOf)
      return shape.open ? [...members, { is: "kept unknown", key: shape.key }] : members
    }
    case "nullAs":
      return [{ is: "null as", fallback: shape.fallback, of: forms(formsOf(shape.of)) }]
    case "alias":
      return [...formsOf(shape.of), { is: "alias", from: shape.alias.from, to: shape.alias.to }]
  }
}

const formOfKey = (field: Field): Key => {
  const { of, optional, lenient, fallback } = keyOf(field)
  return { optional, lenient, fallback, of: forms(formsOf(of)) }
}
