/** The scalars of the protocol's schema that JSON does not know: sized integers, open sets of words, `_meta`. */
import * as Schema from "effect/Schema"
import { field } from "./described.ts"
import { mark } from "./leniency.ts"
import { type LenientKey, lenientKey } from "./lenient.ts"

const integer = (name: string, min: number, max: number) =>
  Schema.Number.check(
    Schema.makeFilter((value) => Number.isInteger(value) && value >= min && value <= max, { expected: name })
  )

/** A whole number from 0 to 65,535. */
export const Uint16 = integer("uint16", 0, 0xffff)
/** A whole number from 0 to 4,294,967,295. */
export const Uint32 = integer("uint32", 0, 0xffffffff)
/** A whole number that fits 32 bits with a sign. */
export const Int32 = integer("int32", -0x80000000, 0x7fffffff)
/** A whole number; past 2^53 JSON.parse has rounded it, which is no reason to refuse it. */
export const Int64 = integer("int64", -Number.MAX_VALUE, Number.MAX_VALUE)
/** A whole number from 0; past 2^53 JSON.parse has rounded it, which is no reason to refuse it. */
export const Uint64 = integer("uint64", 0, Number.MAX_VALUE)

/** The address of a web page or other resource, complete with its scheme. */
export const Uri = Schema.String.check(Schema.makeFilter((value) => URL.canParse(value), { expected: "uri" }))

/** Any word but the given ones. */
export const otherThan = (...words: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter((value) => !words.includes(value), { expected: `a word other than ${words.join(", ")}` })
  )

/** Any word, of which some are known by name. */
export const openWords = <const Words extends ReadonlyArray<string>>(
  words: Words
): Schema.Codec<Words[number] | (string & {}), string> => Schema.Union([Schema.Literals(words), Schema.String])

/** Any word, of which some are known by name and the others are reported. */
export const knownWords = <const Words extends ReadonlyArray<string>>(
  words: Words
): Schema.Codec<Words[number] | (string & {}), string> => openWords(words).annotate(mark({ _tag: "Words" }))

/** A key that may be absent or null, and counts as absent when it is malformed. */
export const optionalNull = <S extends Schema.Constraint>(schema: S) => lenientKey(Schema.NullOr(schema))

/** A capability that is off when it is absent or malformed. */
export const flag = lenientKey(Schema.Boolean, false)

/** Keys with values of which nothing is known. */
export const UnknownRecord = Schema.Record(Schema.String, Schema.Unknown)

/** What the protocol lets every object carry for extensions; nothing may be assumed of its values. */
export const Meta: MetaKey = field("What extensions add; nothing may be assumed of it.", optionalNull(UnknownRecord))

/** The schema of the key `_meta`, by a short name. */
export interface MetaKey extends LenientKey<Schema.NullOr<typeof UnknownRecord>> {}
