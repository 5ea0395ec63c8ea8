/** Where "always" answers are kept. */

/** An answer for good. */
export type AnswerForGood = "allowAlways" | "rejectAlways"

/**
 * Keeps "always" answers by a key that stays the same from run to run. A `Map<string, AnswerForGood>` is one; a store over a
 * file or a database may answer with promises. What it can't give counts as not kept, so the question is asked again.
 */
export interface AnswerStore {
  get(key: string): AnswerForGood | undefined | PromiseLike<AnswerForGood | undefined>
  set(key: string, answer: AnswerForGood): unknown
  delete(key: string): unknown
  keys(): Iterable<string> | PromiseLike<Iterable<string>>
}

/** What an "always" answer was about; its JSON text is the key in the store. */
export interface AnsweredQuestion {
  /** The session in which it was answered; null when answers reach every session. */
  readonly sessionId: string | null
  /** The rule that asked: its index, and what it is about. */
  readonly rule: number
  readonly match: unknown
  readonly kind: string
  /** The name of the tool, or null for one without: then `title` is the whole title. */
  readonly name: string | null
  readonly title: string | null
}

/** An "always" answer as it is kept. */
export interface RememberedAnswer extends AnsweredQuestion {
  /** Where it is in the store. */
  readonly key: string
  readonly answer: AnswerForGood
}

/** The key of a question. */
export const keyOf = ({ sessionId, rule, match, kind, name, title }: AnsweredQuestion): string =>
  JSON.stringify([sessionId, rule, match, kind, name, title])

/** The question that a key stands for; undefined for a key of another program. */
export const questionOf = (key: string): AnsweredQuestion | undefined => {
  try {
    const parts: unknown = JSON.parse(key)
    if (!Array.isArray(parts) || parts.length !== 6) return undefined
    const [sessionId, rule, match, kind, name, title] = parts
    return { sessionId, rule, match, kind, name, title }
  } catch {
    return undefined
  }
}
