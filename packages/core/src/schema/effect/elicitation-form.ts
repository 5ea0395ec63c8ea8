/** The forms by which an agent asks the user for values: a flat subset of JSON Schema (protocol: Elicitation). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientItems, lenientKey } from "./lenient.ts"
import { Int64, Meta, optionalNull, otherThan, Uint32, Uint64, UnknownRecord } from "./scalar.ts"
import { type Tagged, tagged } from "./tagged.ts"

/** The formats of text that a form can ask for. */
export const StringFormat = named(
  "StringFormat",
  "The formats of text that a form can ask for.",
  Schema.Literals(["email", "uri", "date", "date-time"])
)
/** The formats of text that a form can ask for. */
export type StringFormat = typeof StringFormat.Type

/** A value to choose, with the words to show for it. */
export class EnumOption extends Schema.Opaque<EnumOption>()(
  struct("EnumOption", "A value to choose, with the words to show for it.", {
    const: field("The value to send back.", Schema.String),
    title: field("The words to show for it.", Schema.String),
    description: field("More to show, if any.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** What a later version adds, kept as it is. */
interface OfOtherType {
  readonly type: string
  readonly [key: string]: unknown
}

const strictNull = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const about = {
  title: field("The name to show.", optionalNull(Schema.String)),
  description: field("More to show, if any.", optionalNull(Schema.String)),
  _meta: Meta
}

/** Asks for a text, or for one of `enum` or `oneOf`. */
export class StringPropertySchema extends Schema.Opaque<StringPropertySchema>()(
  struct("StringPropertySchema", "Asks for a text, or for one of `enum` or `oneOf`.", {
    ...about,
    minLength: field("The least number of characters.", strictNull(Uint32)),
    maxLength: field("The greatest number of characters.", strictNull(Uint32)),
    pattern: field("A regular expression for the text.", strictNull(Schema.String)),
    format: field("The format of the text.", strictNull(StringFormat)),
    default: field("The text to start with.", optionalNull(Schema.String)),
    enum: field("The values to choose from, shown as they are.", strictNull(Schema.Array(Schema.String))),
    oneOf: field("The values to choose from, with words to show.", strictNull(Schema.Array(EnumOption)))
  })
) {}

/** Asks for a number. */
export class NumberPropertySchema extends Schema.Opaque<NumberPropertySchema>()(
  struct("NumberPropertySchema", "Asks for a number.", {
    ...about,
    minimum: field("The least value.", strictNull(Schema.Finite)),
    maximum: field("The greatest value.", strictNull(Schema.Finite)),
    default: field("The value to start with.", optionalNull(Schema.Finite))
  })
) {}

/** Asks for a whole number. */
export class IntegerPropertySchema extends Schema.Opaque<IntegerPropertySchema>()(
  struct("IntegerPropertySchema", "Asks for a whole number.", {
    ...about,
    minimum: field("The least value.", strictNull(Int64)),
    maximum: field("The greatest value.", strictNull(Int64)),
    default: field("The value to start with.", optionalNull(Int64))
  })
) {}

/** Asks for yes or no. */
export class BooleanPropertySchema extends Schema.Opaque<BooleanPropertySchema>()(
  struct("BooleanPropertySchema", "Asks for yes or no.", {
    ...about,
    default: field("The value to start with.", optionalNull(Schema.Boolean))
  })
) {}

/** The values of a multiple choice, shown as they are. */
export class StringMultiSelectItems extends Schema.Opaque<StringMultiSelectItems>()(
  struct("StringMultiSelectItems", "The values of a multiple choice, shown as they are.", {
    enum: field("The values to choose from.", Schema.Array(Schema.String)),
    _meta: Meta
  })
) {}

/** The values of a multiple choice, with words to show for them. */
export class TitledMultiSelectItems extends Schema.Opaque<TitledMultiSelectItems>()(
  struct("TitledMultiSelectItems", "The values of a multiple choice, with words to show for them.", {
    anyOf: field("The values to choose from, with words to show.", Schema.Array(EnumOption)),
    _meta: Meta
  })
) {}

/** The values of a multiple choice; those of a `type` from a later version are kept as they are. */
export const MultiSelectItems: Schema.Codec<MultiSelectItems, unknown> = named(
  "MultiSelectItems",
  "The values of a multiple choice; those of a `type` from a later version are kept as they are.",
  Schema.Union([
    tagged("type", "string", StringMultiSelectItems),
    Schema.StructWithRest(Schema.Struct({ type: field("A type from a later version.", otherThan("string")) }), [
      UnknownRecord
    ]),
    TitledMultiSelectItems
  ])
)
/** The values of a multiple choice; those of a `type` from a later version are kept as they are. */
export type MultiSelectItems =
  | Tagged<"type", { string: typeof StringMultiSelectItems }>
  | TitledMultiSelectItems
  | OfOtherType

/** Asks for several of the given values. */
export class MultiSelectPropertySchema extends Schema.Opaque<MultiSelectPropertySchema>()(
  struct("MultiSelectPropertySchema", "Asks for several of the given values.", {
    ...about,
    minItems: field("The least number of choices.", strictNull(Uint64)),
    maxItems: field("The greatest number of choices.", strictNull(Uint64)),
    items: field("The values to choose from.", MultiSelectItems),
    default: field("The values that are chosen at first.", optionalNull(lenientItems(Schema.String)))
  })
) {}

/** One field of a form; one of a `type` from a later version is kept as it is. */
export const ElicitationPropertySchema: Schema.Codec<ElicitationPropertySchema, unknown> = named(
  "ElicitationPropertySchema",
  "One field of a form; one of a `type` from a later version is kept as it is.",
  Schema.Union([
    tagged("type", "string", StringPropertySchema),
    tagged("type", "number", NumberPropertySchema),
    tagged("type", "integer", IntegerPropertySchema),
    tagged("type", "boolean", BooleanPropertySchema),
    tagged("type", "array", MultiSelectPropertySchema),
    Schema.StructWithRest(
      Schema.Struct({
        type: field("A type from a later version.", otherThan("string", "number", "integer", "boolean", "array"))
      }),
      [UnknownRecord]
    )
  ])
)
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
export const ElicitationSchemaType = named(
  "ElicitationSchemaType",
  "The type of a whole form.",
  Schema.Literal("object")
)
/** The type of a whole form. */
export type ElicitationSchemaType = typeof ElicitationSchemaType.Type

/** A form; an absent `properties` means one without fields. */
export class ElicitationSchema extends Schema.Opaque<ElicitationSchema>()(
  struct("ElicitationSchema", "A form; an absent `properties` means one without fields.", {
    ...about,
    type: field("Always `object`.", lenientKey(ElicitationSchemaType, "object")),
    properties: field(
      "The fields of the form by name.",
      Schema.optionalKey(Schema.Record(Schema.String, ElicitationPropertySchema))
    ),
    required: field("The names of the fields that must be filled in.", strictNull(Schema.Array(Schema.String)))
  })
) {}
