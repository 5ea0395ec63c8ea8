/** The "always" answers that a person gave. */
import { defer, from, map, type Observable, of } from "rxjs"
import type { PermissionOption, RequestPermissionRequest } from "../schema/index.ts"
import {
  type AnsweredQuestion,
  type AnswerForGood,
  type AnswerStore,
  keyOf,
  questionOf,
  type RememberedAnswer
} from "./answer-store.ts"
import { statementsIn, statementsOf } from "./call-statements.ts"
import type { PermissionContext } from "./permission-handler.ts"
import type { PermissionRule } from "./permission-rule.ts"

const forGood: ReadonlyMap<string, AnswerForGood> = new Map([
  ["allow_always", "allowAlways"],
  ["reject_always", "rejectAlways"]
])

const isForGood = (answer: unknown): answer is AnswerForGood => answer === "allowAlways" || answer === "rejectAlways"

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === "object" && value !== null && "then" in value

/** Whether answers reach the session in which they were given, or every one. */
export type AnswerScope = "session" | "everywhere"

/** Answers by rule, session and tool. */
export class RememberedAnswers {
  readonly #store: AnswerStore
  readonly #scope: AnswerScope
  readonly #rules: ReadonlyArray<PermissionRule>

  constructor(rules: ReadonlyArray<PermissionRule>, store: AnswerStore | undefined, scope: AnswerScope) {
    this.#rules = rules
    this.#store = store ?? new Map<string, AnswerForGood>()
    this.#scope = scope
  }

  /** The answer to a request that is like one that was answered for good; emits once, at once if the store does. */
  recall(
    rule: number,
    request: RequestPermissionRequest,
    context: PermissionContext
  ): Observable<AnswerForGood | undefined> {
    const question = this.#question(rule, request, context)
    if (question === undefined) return of(undefined)
    return settled(() => this.#store.get(keyOf(question))).pipe(
      map((answer) => (isForGood(answer) ? answer : undefined))
    )
  }

  /** Keeps the answer that `chosen` gives, when it is one for good. Emits why if the store failed. */
  keep(
    rule: number,
    request: RequestPermissionRequest,
    context: PermissionContext,
    chosen: PermissionOption
  ): Observable<unknown> {
    const question = this.#question(rule, request, context)
    const answer = forGood.get(chosen.kind)
    if (question === undefined || answer === undefined) return of(undefined)
    return outcomeOf(() => this.#store.set(keyOf(question), answer))
  }

  /** The answers that are kept. */
  async list(): Promise<ReadonlyArray<RememberedAnswer>> {
    const answers: Array<RememberedAnswer> = []
    for (const key of await this.#store.keys()) {
      const question = questionOf(key)
      const answer = question && (await this.#store.get(key))
      if (question !== undefined && isForGood(answer)) answers.push({ ...question, key, answer })
    }
    return answers
  }

  /** Takes one answer back. */
  async takeBack(key: string): Promise<void> {
    await this.#store.delete(key)
  }

  /** Forgets what was answered in a session, or everything; at once if the store answers at once. */
  forget(sessionId: string | undefined): void | Promise<void> {
    const remove = (keys: Iterable<string>): void | Promise<void> => {
      const deleted = [...keys]
        .filter((key) => {
          const question = questionOf(key)
          return question !== undefined && (sessionId === undefined || question.sessionId === sessionId)
        })
        .map((key) => this.#store.delete(key))
      return deleted.some(isPromise) ? Promise.all(deleted).then(() => undefined) : undefined
    }
    const keys = this.#store.keys()
    return isPromise(keys) ? Promise.resolve(keys).then(remove) : remove(keys)
  }

  /**
   * What makes two requests alike: the rule that asks, the kind of the tool, and its name, or the whole title of a tool
   * without a name. `undefined`, so never alike, when different things were said of the call, when some of it was
   * forgotten, or when it has neither a name nor a title.
   */
  #question(
    rule: number,
    { toolCall }: RequestPermissionRequest,
    { known, said, sessionId }: PermissionContext
  ): AnsweredQuestion | undefined {
    if (said?.forgotten) return undefined
    const { kinds, names, titles } = statementsOf([
      ...(said === undefined ? [] : [said]),
      ...(known === undefined ? [] : [statementsIn(known)]),
      statementsIn(toolCall)
    ])
    if (kinds.length > 1 || names.length > 1) return undefined
    const [kind = "other"] = kinds
    const [name] = names
    const about = {
      sessionId: this.#scope === "session" ? sessionId : null,
      rule,
      match: this.#rules[rule]?.match ?? null,
      kind
    }
    if (name !== undefined) return { ...about, name, title: null }
    const [title] = titles
    return title === undefined || titles.length > 1 ? undefined : { ...about, name: null, title }
  }
}

/** What a store gives, now if it can; a failure counts as nothing. */
const settled = <T>(read: () => T | PromiseLike<T>): Observable<T | undefined> =>
  defer(() => {
    try {
      const value = read()
      return isPromise(value) ? from(Promise.resolve(value).catch(() => undefined)) : of(value)
    } catch {
      return of(undefined)
    }
  })

/** Why something failed, or undefined. */
const outcomeOf = (write: () => unknown): Observable<unknown> =>
  defer(() => {
    try {
      const value = write()
      return isPromise(value)
        ? from(
            Promise.resolve(value).then(
              () => undefined,
              (reason: unknown) => reason ?? "unknown"
            )
          )
        : of(undefined)
    } catch (reason) {
      return of(reason ?? "unknown")
    }
  })
