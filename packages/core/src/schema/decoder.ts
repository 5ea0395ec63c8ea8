/** A lenient decoder of one schema: the guard first, the repair only for what it refuses. */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
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
  /** Decodes leniently; fails with the path to the first place that leniency can't save. */
  readonly decode: (raw: unknown) => Result.Result<Decoded<T>, Mismatch>
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
  const decode = (raw: unknown): Result.Result<Decoded<T>, Mismatch> => {
    if (isClean(raw)) return Result.succeed({ value: raw })
    const issues: Array<DecodeIssue> = []
    const value = repair((compiled ?? compile()).shape, raw, [], issues)
    return isMismatch(value) ? Result.fail(value) : Result.succeed({ value: value as T, issues })
  }
  return { isClean, decode }
}
