/** How a log fails: typed, with the facts to act on and a plain JSON form, like every failure of rxacp. */
import type { Position } from "./position.ts"

/** Why a log rejects. */
export type LogFailure = LogFenced | LogGap | LogUnavailable

/** The plain form of a failure of a log. */
export type LogFailureJson = { readonly _tag: LogFailure["_tag"]; readonly message: string } & Readonly<
  Record<string, unknown>
>

class Failure<Facts extends object> extends Error {
  constructor(message: string, facts: Facts, options?: { readonly cause?: unknown }) {
    super(message, options)
    Object.assign(this, facts)
  }
  /** The plain form: tag, message and facts, without the stack. */
  toJSON(): LogFailureJson {
    const { name: _, ...facts } = this as unknown as LogFailureJson & { readonly name: string }
    return { ...facts, message: this.message }
  }
}

/** Another writer has opened the log since: this one can't write any more. `current` is the newest epoch, 0 if unknown. */
export class LogFenced extends Failure<{ key: string; epoch: number; current: number }> {
  readonly _tag = "LogFenced"
  override readonly name = "LogFenced"
  declare readonly key: string
  declare readonly epoch: number
  declare readonly current: number
  constructor(facts: { readonly key: string; readonly epoch: number; readonly current: number }) {
    super(`epoch ${facts.epoch} of ${facts.key} was replaced by epoch ${facts.current}`, facts)
  }
}

/** An append does not follow on the last entry of its writer, at `last`; nothing was written. */
export class LogGap extends Failure<{ key: string; last: Position; firstN: number }> {
  readonly _tag = "LogGap"
  override readonly name = "LogGap"
  declare readonly key: string
  declare readonly last: Position
  declare readonly firstN: number
  constructor(facts: { readonly key: string; readonly last: Position; readonly firstN: number }) {
    super(`${facts.key} ends at ${facts.last.epoch}-${facts.last.n}, entry ${facts.firstN} does not follow`, facts)
  }
}

/** The log could not be reached, or did not confirm, in the time that it was given. The call may be repeated. */
export class LogUnavailable extends Failure<{ key: string; reason: string }> {
  readonly _tag = "LogUnavailable"
  override readonly name = "LogUnavailable"
  declare readonly key: string
  declare readonly reason: string
  constructor(facts: { readonly key: string; readonly reason: string }, options?: { readonly cause?: unknown }) {
    super(`the log ${facts.key} is not available: ${facts.reason}`, facts, options)
  }
}

/** Whether something that was thrown is a failure of a log. */
export const isLogFailure = (value: unknown): value is LogFailure => value instanceof Failure
