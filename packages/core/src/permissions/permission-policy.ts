/** Permission requests answered by rules. */
import { concatMap, defaultIfEmpty, defer, from, map, type Observable, of, Subject, take, tap } from "rxjs"
import type { RequestPermissionOutcome, RequestPermissionRequest } from "../schema/index.ts"
import type { AnswerStore, RememberedAnswer } from "./answer-store.ts"
import { assertRules } from "./assert-rules.ts"
import { placePath } from "./path.ts"
import type { PermissionContext, PermissionHandler } from "./permission-handler.ts"
import { type PermissionRule, ruleApplies } from "./permission-rule.ts"
import { type AnswerScope, RememberedAnswers } from "./remembered-answers.ts"
import { selectOption } from "./select-option.ts"

/** One answer of a policy, for an audit. */
export interface PermissionDecision {
  readonly request: RequestPermissionRequest
  readonly context: PermissionContext
  readonly outcome: RequestPermissionOutcome
  /** Who decided: a rule, whoever a rule asked, an earlier "always" answer to it, or none of them, so it was rejected. */
  readonly by: "rule" | "ask" | "remembered" | "default"
  /** Index of the rule that applied; absent when none did. */
  readonly rule?: number
  /** An option id that was answered although it was not offered; the request was rejected instead. */
  readonly refused?: string
  /** Why an "always" answer could not be kept in the store; it counts once then. */
  readonly notKept?: unknown
}

/** A permission handler that follows rules. */
export interface PermissionPolicy {
  (request: RequestPermissionRequest, context: PermissionContext): Observable<RequestPermissionOutcome>
  /** Every decision from now on, each right before it takes effect. Never completes. */
  readonly decisions: Observable<PermissionDecision>
  /** The "always" answers that are kept. */
  readonly remembered: () => Promise<ReadonlyArray<RememberedAnswer>>
  /** Takes back one "always" answer, by its key: the next like request is asked about again. */
  readonly takeBack: (key: string) => Promise<void>
  /** Forgets the "always" answers given in a session, or all of them. Returns a promise if the store does. */
  readonly forget: (sessionId?: string) => void | Promise<void>
}

/** How a policy reads what rules are applied to. */
export interface PermissionPolicyOptions {
  /** The absolute folder from which relative paths in a call start. Without it their place is not known. */
  readonly cwd?: string
  /**
   * Whether rules that reject or ask take names that differ in case for one. Default: on macOS and Windows, as far as the
   * run time says where it runs.
   */
  readonly foldCase?: boolean
  /** Keeps "always" answers beyond the life of the policy. Without it they are kept in memory. */
  readonly store?: AnswerStore
  /** Whether an "always" answer reaches its session only (the default) or every one. */
  readonly scope?: AnswerScope
}

const platform = (globalThis as { readonly process?: { readonly platform?: string } }).process?.platform
const systemFoldsCase = platform === "darwin" || platform === "win32"

type Verdict = Omit<PermissionDecision, "request" | "context">

/**
 * Makes a permission handler out of rules: the first that applies decides, and what none applies to is rejected. The
 * option is chosen by its kind and only from those offered (`selectOption`); the outcome is `cancelled` if none fits.
 *
 * A rule with `ask` hands the request over, to a person say. Its first outcome counts, completing without one rejects,
 * its error is the policy's, and an option id that was not offered is not sent: the request is rejected. An answer of a
 * kind that ends in `_always` is remembered until `forget`: in the same session the same rule does not ask again about a
 * tool of the same kind and name, or for tools without a name the same title, but answers alike.
 *
 * Throws a `TypeError` at once for rules that say something else than they look like, such as a misspelt field, and for a
 * `cwd` that is not absolute.
 */
export const permissionPolicy = (
  rules: ReadonlyArray<PermissionRule>,
  { cwd, foldCase = systemFoldsCase, store, scope = "session" }: PermissionPolicyOptions = {}
): PermissionPolicy => {
  assertRules(rules)
  const folder = cwd === undefined ? undefined : placePath(cwd)
  if (cwd !== undefined && folder === undefined) throw new TypeError(`cwd is not an absolute path: ${cwd}`)
  const decisions = new Subject<PermissionDecision>()
  const answers = new RememberedAnswers(rules, store, scope)

  const ask = (
    handler: PermissionHandler,
    rule: number,
    request: RequestPermissionRequest,
    context: PermissionContext
  ): Observable<Verdict> =>
    from(handler(request, context)).pipe(
      take(1),
      defaultIfEmpty(selectOption(request.options, "reject")),
      concatMap((outcome): Observable<Verdict> => {
        if (outcome.outcome !== "selected") return of({ by: "ask", rule, outcome })
        const chosen = request.options.find(({ optionId }) => optionId === outcome.optionId)
        if (chosen === undefined) {
          const rejected = selectOption(request.options, "reject")
          return of({ by: "ask", rule, outcome: rejected, refused: outcome.optionId })
        }
        return answers
          .keep(rule, request, context, chosen)
          .pipe(map((notKept) => ({ by: "ask", rule, outcome, ...(notKept !== undefined && { notKept }) })))
      })
    )

  const decide = (request: RequestPermissionRequest, context: PermissionContext): Observable<Verdict> => {
    const { options } = request
    const rule = rules.findIndex((each) => ruleApplies(each, request, context, folder, foldCase))
    const applied = rules[rule]
    if (applied === undefined) return of({ by: "default", outcome: selectOption(options, "reject") })
    if ("answer" in applied) return of({ by: "rule", rule, outcome: selectOption(options, applied.answer) })
    return answers.recall(rule, request, context).pipe(
      concatMap((recalled): Observable<Verdict> => {
        const outcome = recalled && selectOption(options, recalled)
        if (outcome?.outcome === "selected") return of({ by: "remembered", rule, outcome })
        return ask(applied.ask, rule, request, context)
      })
    )
  }

  const handler = (request: RequestPermissionRequest, context: PermissionContext) =>
    defer(() => decide(request, context)).pipe(
      tap((verdict) => decisions.next({ request, context, ...verdict })),
      map(({ outcome }) => outcome)
    )
  return Object.assign(handler, {
    decisions: decisions.asObservable(),
    remembered: () => answers.list(),
    takeBack: (key: string) => answers.takeBack(key),
    forget: (sessionId?: string) => answers.forget(sessionId)
  })
}
