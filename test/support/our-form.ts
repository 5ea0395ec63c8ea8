/** The wire form of a schema of ours. */
import type * as Schema from "effect/Schema"
import type { Field, Shape } from "../../packages/core/src/schema/codec/shape.ts"
import { shapeOf } from "../../packages/core/src/schema/codec/shape-of.ts"
import { type Form, type Forms, forms, type Key, object, scalar } from "./wire-form.ts"

/** What a schema of ours accepts. */
export const ourForms = (schema: Schema.Constraint): Forms => forms(formsOf(shapeOf(schema)))

const formsOf = (shape: Shape): ReadonlyArray<Form> => {
  switch (shape._tag) {
    case "Check":
      return shape.words ? shape.words.map((word) => scalar(JSON.stringify(word))) : [scalar(shape.expected)]
    case "Fields": {
      const keys = Object.fromEntries(shape.fields.map((field) => [field.name, keyOf(field)]))
      return [object(keys, shape.rest && forms(formsOf(shape.rest)))]
    }
    case "Items":
      return [{ is: "list", of: forms(formsOf(shape.of)), skipsInvalid: shape.skip }]
    case "Choice":
      return shape.members.flatMap(formsOf)
    case "Tags": {
      const members = [...shape.members.values()].flatMap(formsOf)
      return shape.open ? [...members, { is: "kept unknown", key: shape.key }] : members
    }
    case "NullAs":
      return [{ is: "null as", fallback: shape.fallback, of: forms(formsOf(shape.of)) }]
    case "Alias":
      return [...formsOf(shape.of), { is: "alias", from: shape.alias.from, to: shape.alias.to }]
  }
}

const keyOf = ({ of, optional, lenient, fallback }: Field): Key => ({
  optional,
  lenient,
  fallback,
  of: forms(formsOf(of))
})
