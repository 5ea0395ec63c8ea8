/** The few shapes that values on the wire have, as plain data: what the tables of the protocol are made of. */

/** A value that JSON can hold as it is, checked by its name. */
export type Scalar =
  | "any"
  | "string"
  | "nonEmpty"
  | "uri"
  | "boolean"
  | "null"
  | "finite"
  | "uint16"
  | "uint32"
  | "int32"
  | "int64"
  | "uint64"

/** One of a few words; with `open`, another string is kept and reported. */
export interface Words {
  readonly is: "words"
  readonly words: ReadonlyArray<string>
  readonly open?: true
}

/** Any string but the given words. */
export interface OtherWords {
  readonly is: "otherWords"
  readonly words: ReadonlyArray<string>
}

/** A key that may be absent. */
export interface Optional {
  readonly optional: Shape
}

/** A key whose malformed value counts as `fallback`, or as absent without one. It may be absent unless `required`. */
export interface Lenient {
  readonly lenient: Shape
  readonly fallback?: unknown
  readonly required?: true
}

/** What stands under a key: a shape alone must be there. */
export type Field = Shape | Optional | Lenient

/** An object. Keys without a field are checked against `rest`, or let through when there is none. */
export interface Fields {
  readonly is: "object"
  readonly fields: Readonly<Record<string, Field>>
  readonly rest?: Shape
}

/** A list; with `skip` malformed items are left out. */
export interface Items {
  readonly is: "list"
  readonly of: Shape
  readonly skip?: true
}

/** The first of some shapes that accepts the value. */
export interface Choice {
  readonly is: "choice"
  readonly of: ReadonlyArray<Shape>
}

/** null, or a value of a shape. */
export interface OrNull {
  readonly is: "orNull"
  readonly of: Shape
}

/** The member that the word under `key` names; with `open`, an object with any other word is kept as it is. */
export interface Tags {
  readonly is: "tagged"
  readonly key: string
  readonly members: Readonly<Record<string, Shape>>
  readonly open?: true
}

/** null stands for `fallback`. */
export interface NullAs {
  readonly is: "nullAs"
  readonly of: Shape
  readonly fallback: unknown
}

/** In an object whose key `tag` is `word`, the key `to` may be called `from`. */
export interface KeyAlias {
  readonly tag: string
  readonly word: string
  readonly from: string
  readonly to: string
}

/** An object one of whose keys may go by another name. */
export interface Alias {
  readonly is: "alias"
  readonly of: Shape
  readonly alias: KeyAlias
}

/** What a value may look like. */
export type Shape = Scalar | Words | OtherWords | Fields | Items | Choice | OrNull | Tags | NullAs | Alias
