/** What the protocol's names and fields mean, kept with the schemas: the types, the JSON form and editors show it. */
import * as Schema from "effect/Schema"

/** A field with what it means. */
export const field = <S extends Schema.Constraint>(description: string, schema: S): S =>
  // The type of a schema that is annotated is its own, which the compiler does not see here.
  (schema as unknown as Schema.Top).annotateKey({ description }) as unknown as S

/** A schema under the name by which the protocol calls it. */
export const named = <S extends Schema.Constraint>(identifier: string, description: string, schema: S): S =>
  (schema as unknown as Schema.Top).annotate({ identifier, description }) as unknown as S

/** An object under the name by which the protocol calls it. */
export const struct = <const Fields extends Schema.Struct.Fields>(
  identifier: string,
  description: string,
  fields: Fields
): Schema.Struct<Fields> => named(identifier, description, Schema.Struct(fields))
