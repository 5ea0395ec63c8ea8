/** A lenient decoder of one schema: the guard first, the repair only for what it refuses. */

import type * as Schema from "effect/Schema"
import { fail, type Result, succeed } from "../../internal/result.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { type Guard, guard } from "./guard.ts"
import { isMismatch, type Mismatch } from "./mismatch.ts"
import { repair } from "./repair.ts"
import type { Shape } from "./shape.ts"
import { shapeOf } from "./shape-of.ts"

/** A decoded value. Without `issues` it is the given value itself, unknown keys and all. */
export interface Decoded<T> {
  readonly value: T
  /** What leniency did, when it had to. */
  readonly issues?: ReadonlyArray<DecodeIssue>
}

/** Decodes values of one type. */
export interface Decoder<T> {
  /** Whether decoding would leave the value as it is. Allocates nothing when it would. */
  readonly isClean: (raw: unknown) => raw is T
  /** Decodes leniently, or says which is the first place that leniency can't save. */
  readonly read: (raw: unknown) => Decoded<T> | Mismatch
  /** `read` as a `Result`. */
  readonly decode: (raw: unknown) => Result<Decoded<T>, Mismatch>
}

/** The decoder of a schema, compiled at its first use. */
export const decoder = <T>(schema: Schema.Codec<T, unknown>): Decoder<T> => {
  let compiled: { readonly shape: Shape; readonly guard: Guard } | undefined
  const compile = () => {
    const shape = shapeOf(schema)
    compiled = { shape, guard: guard(shape) }
    return compiled
  }
  const isClean = (raw: unknown): raw is T => (compiled ?? compile()).guard(raw)
  const read = (raw: unknown): Decoded<T> | Mismatch => {
    if (isClean(raw)) return { value: raw }
    const issues: Array<DecodeIssue> = []
    const value = repair((compiled ?? compile()).shape, raw, [], issues)
    return isMismatch(value) ? value : { value: value as T, issues }
  }
  const decode = (raw: unknown): Result<Decoded<T>, Mismatch> => {
    const decoded = read(raw)
    return isMismatch(decoded) ? fail(decoded) : succeed(decoded)
  }
  return { isClean, read, decode }
}
