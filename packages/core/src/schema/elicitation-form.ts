/** The forms by which an agent asks the user for values: a flat subset of JSON Schema (protocol: Elicitation). */
import * as Schema from "effect/Schema"
import { lenientItems, lenientKey } from "./codec/lenient.ts"
import type { Tagged } from "./codec/tagged.ts"
import { Int64, Meta, optionalNull, otherThan, Uint32, Uint64, UnknownRecord } from "./scalar.ts"

/** The formats of text that a form can ask for. */
export const StringFormat = Schema.Literals(["email", "uri", "date", "date-time"])
/** The formats of text that a form can ask for. */
export type StringFormat = typeof StringFormat.Type

/** A value to choose, with the words to show for it. */
export class EnumOption extends Schema.Opaque<EnumOption>()(
  Schema.Struct({
    const: Schema.String,
    title: Schema.String,
    description: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** What a later version adds, kept as it is. */
interface OfOtherType {
  readonly type: string
  readonly [key: string]: unknown
}

const strictNull = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const about = { title: optionalNull(Schema.String), description: optionalNull(Schema.String), _meta: Meta }

/** Asks for a text, or for one of `enum` or `oneOf`. */
export class StringPropertySchema extends Schema.Opaque<StringPropertySchema>()(
  Schema.Struct({
    ...about,
    minLength: strictNull(Uint32),
    maxLength: strictNull(Uint32),
    pattern: strictNull(Schema.String),
    format: strictNull(StringFormat),
    default: optionalNull(Schema.String),
    enum: strictNull(Schema.Array(Schema.String)),
    oneOf: strictNull(Schema.Array(EnumOption))
  })
) {}

/** Asks for a number. */
export class NumberPropertySchema extends Schema.Opaque<NumberPropertySchema>()(
  Schema.Struct({
    ...about,
    minimum: strictNull(Schema.Finite),
    maximum: strictNull(Schema.Finite),
    default: optionalNull(Schema.Finite)
  })
) {}

/** Asks for a whole number. */
export class IntegerPropertySchema extends Schema.Opaque<IntegerPropertySchema>()(
  Schema.Struct({
    ...about,
    minimum: strictNull(Int64),
    maximum: strictNull(Int64),
    default: optionalNull(Int64)
  })
) {}

/** Asks for yes or no. */
export class BooleanPropertySchema extends Schema.Opaque<BooleanPropertySchema>()(
  Schema.Struct({ ...about, default: optionalNull(Schema.Boolean) })
) {}

/** The values of a multiple choice, shown as they are. */
export class StringMultiSelectItems extends Schema.Opaque<StringMultiSelectItems>()(
  Schema.Struct({ enum: Schema.Array(Schema.String), _meta: Meta })
) {}

/** The values of a multiple choice, with words to show for them. */
export class TitledMultiSelectItems extends Schema.Opaque<TitledMultiSelectItems>()(
  Schema.Struct({ anyOf: Schema.Array(EnumOption), _meta: Meta })
) {}

/** The values of a multiple choice; those of a `type` from a later version are kept as they are. */
export const MultiSelectItems: Schema.Codec<MultiSelectItems, unknown> = Schema.Union([
  Schema.Struct({ type: Schema.Literal("string"), ...StringMultiSelectItems.fields }),
  Schema.StructWithRest(Schema.Struct({ type: otherThan("string") }), [UnknownRecord]),
  TitledMultiSelectItems
])
/** The values of a multiple choice; those of a `type` from a later version are kept as they are. */
export type MultiSelectItems =
  | Tagged<"type", { string: typeof StringMultiSelectItems }>
  | TitledMultiSelectItems
  | OfOtherType

/** Asks for several of the given values. */
export class MultiSelectPropertySchema extends Schema.Opaque<MultiSelectPropertySchema>()(
  Schema.Struct({
    ...about,
    minItems: strictNull(Uint64),
    maxItems: strictNull(Uint64),
    items: MultiSelectItems,
    default: optionalNull(lenientItems(Schema.String))
  })
) {}

/** One field of a form; one of a `type` from a later version is kept as it is. */
export const ElicitationPropertySchema: Schema.Codec<ElicitationPropertySchema, unknown> = Schema.Union([
  Schema.Struct({ type: Schema.Literal("string"), ...StringPropertySchema.fields }),
  Schema.Struct({ type: Schema.Literal("number"), ...NumberPropertySchema.fields }),
  Schema.Struct({ type: Schema.Literal("integer"), ...IntegerPropertySchema.fields }),
  Schema.Struct({ type: Schema.Literal("boolean"), ...BooleanPropertySchema.fields }),
  Schema.Struct({ type: Schema.Literal("array"), ...MultiSelectPropertySchema.fields }),
  Schema.StructWithRest(Schema.Struct({ type: otherThan("string", "number", "integer", "boolean", "array") }), [
    UnknownRecord
  ])
])
/** One field of a form; one of a `type` from a later version is kept as it is. */
export type ElicitationPropertySchema =
  | Tagged<
      "type",
      {
        string: typeof StringPropertySchema
        number: typeof NumberPropertySchema
        integer: typeof IntegerPropertySchema
        boolean: typeof BooleanPropertySchema
        array: typeof MultiSelectPropertySchema
      }
    >
  | OfOtherType

/** The type of a whole form. */
export const ElicitationSchemaType = Schema.Literal("object")
/** The type of a whole form. */
export type ElicitationSchemaType = typeof ElicitationSchemaType.Type

/** A form; an absent `properties` means one without fields. */
export class ElicitationSchema extends Schema.Opaque<ElicitationSchema>()(
  Schema.Struct({
    ...about,
    type: lenientKey(ElicitationSchemaType, "object"),
    properties: Schema.optionalKey(Schema.Record(Schema.String, ElicitationPropertySchema)),
    required: strictNull(Schema.Array(Schema.String))
  })
) {}
