/** Unions told apart by the word under one key, built as the protocol builds them: payloads that don't hold the key. */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isJsonObject } from "../json-object.ts"
import { field, struct } from "./described.ts"
import { mark } from "./leniency.ts"
import { otherThan, UnknownRecord } from "./scalar.ts"

/** Objects by the word that tells them apart. */
export type Payloads = Readonly<
  Record<
    string,
    {
      readonly Type: unknown
      readonly ast: SchemaAST.AST
      readonly fields: Readonly<Record<string, Schema.Codec<unknown, unknown>>>
    }
  >
>

/** The annotation of a tagged payload: the name of the payload without the tag. */
export const payloadKey = "~rxacp/payload"

/** The union of the payloads, each with its word under `Key`. */
export type Tagged<Key extends string, Members extends Payloads> = {
  [Word in keyof Members]: Members[Word]["Type"] & { readonly [K in Key]: Word }
}[keyof Members]

/** An object whose `type` this protocol version does not know, kept whole; `tag` is that type. */
export class Unrecognized extends Schema.Opaque<Unrecognized>()(
  struct(
    "Unrecognized",
    "An object whose `type` this protocol version does not know, kept whole; `tag` is that type.",
    {
      type: field("Always `unknown`.", Schema.Literal("unknown")),
      tag: field("The type on the wire.", Schema.String),
      raw: field("The object as it came.", Schema.Unknown)
    }
  )
) {}

/** One of `members`, as the word under `key` says; any other word is malformed. */
export const taggedUnion = <const Key extends string, Members extends Payloads>(
  key: Key,
  members: Members
): Schema.Codec<Tagged<Key, Members>, unknown> => unionOf(tagMembers(key, members))

/** One of `members`, as the word under `type` says; an object with any other word is kept as `Unrecognized`. */
export const openUnion = <Members extends Payloads>(
  members: Members
): Schema.Codec<Tagged<"type", Members> | Unrecognized, unknown> =>
  unionOf([...tagMembers("type", members), unrecognized(Object.keys(members))])

/** The compiler can't follow computed keys, so what the union decodes to is asserted here; type tests hold it. */
const unionOf = <T>(members: ReadonlyArray<Schema.Codec<unknown, unknown>>) =>
  Schema.Union(members) as Schema.Codec<T, unknown>

const tagMembers = (key: string, members: Payloads) =>
  Object.entries(members).map(([word, payload]) => tagged(key, word, payload))

/** A payload with the word under `key` that tells it apart; the annotation keeps the name of the payload. */
export const tagged = <const Key extends string, const Word extends string, Fields extends Schema.Struct.Fields>(
  key: Key,
  word: Word,
  payload: { readonly ast: SchemaAST.AST; readonly fields: Fields }
) =>
  Schema.Struct({ [key]: Schema.Literal(word), ...payload.fields } as {
    readonly [K in Key]: Schema.Literal<Word>
  } & Fields).annotate({
    [payloadKey]: payload.ast.annotations?.identifier
  })

/** A known word with a broken payload is none of its business, so that stays malformed. */
const unrecognized = (known: ReadonlyArray<string>) =>
  Schema.StructWithRest(Schema.Struct({ type: otherThan(...known) }), [UnknownRecord])
    .pipe(
      Schema.decodeTo(
        Unrecognized,
        SchemaTransformation.transform<Unrecognized, { readonly [key: string]: unknown; readonly type: string }>({
          decode: (raw) => ({ type: "unknown", tag: raw.type, raw }),
          encode: ({ tag, raw }) => (isJsonObject(raw) ? { ...raw, type: tag } : { type: tag })
        })
      )
    )
    .annotate(mark({ _tag: "Unknown" }))
