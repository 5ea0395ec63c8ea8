/** The few shapes that values on the wire have: what the guard and the repair work from. */
import type { KeyAlias } from "./leniency.ts"

/** A value that a test accepts as it is or not at all; `words` are the accepted ones, when they are few. */
export interface Check {
  readonly _tag: "Check"
  readonly test: (value: unknown) => boolean
  readonly expected: string
  readonly words?: ReadonlyArray<unknown>
}

/** One key of an object. With `lenient` a malformed value counts as `fallback`, or as an absent key without one. */
export interface Field {
  readonly name: string
  readonly of: Shape
  readonly optional: boolean
  readonly lenient: boolean
  readonly fallback: unknown
}

/** An object. Keys without a field are held against `rest`, or let through when there is none. */
export interface Fields {
  readonly _tag: "Fields"
  readonly fields: ReadonlyArray<Field>
  readonly rest: Shape | undefined
}

/** A list; with `skip` malformed items are left out. */
export interface Items {
  readonly _tag: "Items"
  readonly of: Shape
  readonly skip: boolean
}

/** The first member that accepts the value. */
export interface Choice {
  readonly _tag: "Choice"
  readonly members: ReadonlyArray<Shape>
}

/** The member that the word under `key` names; with `open`, any other word is kept with the object as it is. */
export interface Tags {
  readonly _tag: "Tags"
  readonly key: string
  readonly members: ReadonlyMap<unknown, Shape>
  readonly open: boolean
}

/** null stands for `fallback`. */
export interface NullAs {
  readonly _tag: "NullAs"
  readonly of: Shape
  readonly fallback: unknown
}

/** An object one of whose keys may go by another name. */
export interface Alias {
  readonly _tag: "Alias"
  readonly of: Shape
  readonly alias: KeyAlias
}

/** What a value may look like. */
export type Shape = Check | Fields | Items | Choice | Tags | NullAs | Alias
