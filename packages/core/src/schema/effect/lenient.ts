/** The tolerances that the protocol grants, as combinators whose plain decoding is lenient, too. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { KeyAlias } from "../../protocol/shape.ts"
import { renamed } from "../codec/renamed.ts"
import { mark } from "./leniency.ts"

/** A key that may be absent, and whose malformed value counts as absent or as a fallback. */
export type LenientKey<S extends Schema.Constraint> = Schema.middlewareDecoding<
  Schema.optionalKey<S>,
  S["DecodingServices"]
>

/**
 * A key that may be absent, and whose malformed value counts as `fallback`, or as an absent key when there is none
 * (mark `x-deserialize-default-on-error`). An absent key stays absent: what absence means is for the reader to say.
 */
export const lenientKey = <S extends Schema.Constraint>(schema: S, fallback?: S["Type"]): LenientKey<S> =>
  Schema.optionalKey(schema)
    .pipe(Schema.catchDecoding(() => Effect.succeed(Option.fromUndefinedOr(fallback))))
    .annotate(mark({ _tag: "Key", of: schema.ast, fallback }))

/** A list whose malformed items are left out (mark `x-deserialize-skip-invalid-items`); what is no list is malformed. */
export const lenientItems = <T, E>(
  item: Schema.Codec<T, E>
): Schema.Codec<ReadonlyArray<T>, ReadonlyArray<unknown>> => {
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
export const lenientList = <T, E>(item: Schema.Codec<T, E>): Schema.Codec<ReadonlyArray<T>, ReadonlyArray<unknown>> => {
  const list = lenientItems(item)
  const fallback: ReadonlyArray<T> = []
  return list
    .pipe(Schema.catchDecoding(() => Effect.succeed(Option.some(fallback))))
    .annotate(mark({ _tag: "Key", of: list.ast, fallback }))
}

/** A value for which null stands for `fallback` (mark `x-deserialize-default-on-null`); otherwise as strict as it is. */
export const nullAs = <T, E>(schema: Schema.Codec<T, E>, fallback: T): Schema.Codec<T, E | null> =>
  Schema.NullOr(schema)
    .pipe(
      Schema.decodeTo(
        Schema.toType(schema),
        SchemaTransformation.transform<T, T | null>({ decode: (value) => value ?? fallback, encode: (value) => value })
      )
    )
    .annotate(mark({ _tag: "NullAs", of: schema.ast, fallback }))

/** A union in one of whose members a key may go by another name, too, when it is absent under its own. */
export const withAlias =
  (alias: KeyAlias) =>
  <T>(schema: Schema.Codec<T, unknown>): Schema.Codec<T, unknown> =>
    Schema.Unknown.pipe(
      Schema.decodeTo(
        schema,
        SchemaTransformation.transform<unknown, unknown>({
          decode: (value) => renamed(value, alias),
          encode: (value) => value
        })
      )
    ).annotate(mark({ _tag: "Alias", of: schema.ast, alias }))
