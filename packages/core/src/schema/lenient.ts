/**
 * The tolerances that the protocol grants, as combinators. Each makes a schema whose plain decoding is lenient, and
 * leaves an annotation that says so, from which the fast path is compiled.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** What a combinator of this file did to a schema; `of` is the schema inside. */
export type Leniency =
  | { readonly _tag: "Key"; readonly of: SchemaAST.AST; readonly fallback: unknown }
  | { readonly _tag: "Items"; readonly of: SchemaAST.AST }
  | { readonly _tag: "NullAs"; readonly of: SchemaAST.AST; readonly fallback: unknown }
  | { readonly _tag: "Alias"; readonly of: SchemaAST.AST; readonly from: string; readonly to: string }
  | { readonly _tag: "Unknown" }

/** An object whose `type` this protocol version does not know, kept whole; `tag` is that type. */
export class Unrecognized extends Schema.Opaque<Unrecognized>()(
  Schema.Struct({ type: Schema.Literal("unknown"), tag: Schema.String, raw: Schema.Unknown })
) {}

const key = "~rxacp/leniency"
const mark = (leniency: Leniency) => ({ [key]: leniency })

/** What a combinator of this file did to the schema, if any did. */
export const leniencyOf: (ast: SchemaAST.AST) => Leniency | undefined = SchemaAST.resolveAt<Leniency>(key)

/**
 * A key that may be absent, and whose malformed value counts as `fallback`, or as an absent key when there is none
 * (mark `x-deserialize-default-on-error`). An absent key stays absent: what absence means is for the reader to say.
 */
export const lenientKey = <S extends Schema.Constraint>(schema: S, fallback?: S["Type"]) =>
  Schema.optionalKey(schema)
    .pipe(Schema.catchDecoding(() => Effect.succeed(Option.fromUndefinedOr(fallback))))
    .annotate(mark({ _tag: "Key", of: schema.ast, fallback }))

/** A list whose malformed items are left out (mark `x-deserialize-skip-invalid-items`); what is no list is malformed. */
export const lenientItems = <T, E>(item: Schema.Codec<T, E>) => {
  const decode = Schema.decodeUnknownOption(item)
  const encode = Schema.encodeSync(item)
  return Schema.Array(Schema.Unknown)
    .pipe(
      Schema.decodeTo(
        Schema.Array(Schema.toType(item)),
        SchemaTransformation.transform<ReadonlyArray<T>, ReadonlyArray<unknown>>({
          decode: (items) => items.flatMap((each) => Option.toArray(decode(each))),
          encode: (items) => items.map((each) => encode(each))
        })
      )
    )
    .annotate(mark({ _tag: "Items", of: item.ast }))
}

/** A required key with a list: malformed items are left out, and what is no list counts as an empty one. */
export const lenientList = <T, E>(item: Schema.Codec<T, E>) => {
  const list = lenientItems(item)
  const fallback: ReadonlyArray<T> = []
  return list
    .pipe(Schema.catchDecoding(() => Effect.succeed(Option.some(fallback))))
    .annotate(mark({ _tag: "Key", of: list.ast, fallback }))
}

/** A value for which null stands for `fallback` (mark `x-deserialize-default-on-null`); otherwise as strict as it is. */
export const nullAs = <T, E>(schema: Schema.Codec<T, E>, fallback: T) =>
  Schema.NullOr(schema)
    .pipe(
      Schema.decodeTo(
        Schema.toType(schema),
        SchemaTransformation.transform<T, T | null>({ decode: (value) => value ?? fallback, encode: (value) => value })
      )
    )
    .annotate(mark({ _tag: "NullAs", of: schema.ast, fallback }))

/** An object in which the key `to` may also be called `from`, when it is absent under its own name. */
export const withAlias =
  <T, E>(from: string, to: string) =>
  (schema: Schema.Codec<T, E>) =>
    Schema.Unknown.pipe(
      Schema.decodeTo(
        schema,
        SchemaTransformation.transform<E, unknown>({
          decode: (value) => aliased(value, from, to) as E,
          encode: (value) => value
        })
      )
    ).annotate(mark({ _tag: "Alias", of: schema.ast, from, to }))

/** The object with its key `to` taken from `from`, when only that is there; any other value unchanged. */
export const aliased = (value: unknown, from: string, to: string): unknown =>
  isObject(value) && value[to] === undefined && value[from] !== undefined ? { ...value, [to]: value[from] } : value

/**
 * The last member of a union told apart by `type`: an object with any other `type` than the known ones is kept as
 * `{ type: "unknown", tag, raw }`. A known `type` with a broken payload is not its business, and stays malformed.
 */
export const unknownType = (...known: ReadonlyArray<string>) => {
  const otherType = Schema.String.check(
    Schema.makeFilter((type) => !known.includes(type), { expected: "another type" })
  )
  return Schema.StructWithRest(Schema.Struct({ type: otherType }), [Schema.Record(Schema.String, Schema.Unknown)])
    .pipe(
      Schema.decodeTo(
        Unrecognized,
        SchemaTransformation.transform<Unrecognized, { readonly [key: string]: unknown; readonly type: string }>({
          decode: (raw) => ({ type: "unknown", tag: raw.type, raw }),
          encode: ({ tag, raw }) => (isObject(raw) ? { ...raw, type: tag } : { type: tag })
        })
      )
    )
    .annotate(mark({ _tag: "Unknown" }))
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
