/** A lenient decoder of one shape: the guard first, the repair only for what it refuses. */
import { fail, type Result, succeed } from "../../internal/result.ts"
import type { Shape } from "../../protocol/shape.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { type Guard, guard } from "./guard.ts"
import { isMismatch, Mismatch } from "./mismatch.ts"
import { repair } from "./repair.ts"

/** A decoded value. Without `issues` it is the given value itself, unknown keys and all. */
export interface Decoded<T> {
  readonly value: T
  /** What leniency did, when it had to. */
  readonly issues?: ReadonlyArray<DecodeIssue>
}

/** How to decode. */
export interface DecodeOptions {
  /** Refuses what leniency would mend: what would be an issue is the reason why there is no value. Default false. */
  readonly strict?: boolean
}

/** Decodes values of one type. */
export interface Decoder<T> {
  /** Whether decoding would leave the value as it is. Allocates nothing when it would. */
  readonly isClean: (raw: unknown) => raw is T
  /** Decodes, or says which is the first place that leniency can't save, or must not. */
  readonly read: (raw: unknown, options?: DecodeOptions) => Decoded<T> | Mismatch
  /** `read` as a `Result`. */
  readonly decode: (raw: unknown, options?: DecodeOptions) => Result<Decoded<T>, Mismatch>
}

/** The decoder of a shape, compiled at its first use. The type is what the caller knows of the shape. */
export const decoder = <T>(shape: Shape): Decoder<T> => {
  let compiled: Guard | undefined
  const isClean = (raw: unknown): raw is T => {
    compiled ??= guard(shape)
    return compiled(raw)
  }
  const read = (raw: unknown, { strict = false }: DecodeOptions = {}): Decoded<T> | Mismatch => {
    if (isClean(raw)) return { value: raw }
    const issues: Array<DecodeIssue> = []
    const value = repair(shape, raw, [], issues)
    if (isMismatch(value)) return value
    return strict ? refusal(issues) : { value: value as T, issues }
  }
  const decode = (raw: unknown, options?: DecodeOptions): Result<Decoded<T>, Mismatch> => {
    const decoded = read(raw, options)
    return isMismatch(decoded) ? fail(decoded) : succeed(decoded)
  }
  return { isClean, read, decode }
}

const refused: Readonly<Record<DecodeIssue["kind"], string>> = {
  dropped: "malformed",
  defaulted: "malformed",
  unknownWord: "an unknown word",
  alias: "the field goes by another name"
}

/** What was not clean and yet needed no mending would be a mistake in the tables, and is not accepted. */
const refusal = ([issue]: ReadonlyArray<DecodeIssue>): Mismatch =>
  issue === undefined ? new Mismatch([], "not clean") : new Mismatch(issue.path, refused[issue.kind])
