/** Permission requests answered by rules. */
import { defaultIfEmpty, defer, from, map, type Observable, of, Subject, take, tap } from "rxjs"
import type { RequestPermissionOutcome, RequestPermissionRequest } from "../schema/permission.ts"
import { assertRules } from "./assert-rules.ts"
import { placePath } from "./path.ts"
import type { PermissionContext, PermissionHandler } from "./permission-handler.ts"
import { type PermissionRule, ruleApplies } from "./permission-rule.ts"
import { rememberedAnswers } from "./remembered-answers.ts"
import { selectOption } from "./select-option.ts"

/** One answer of a policy, for an audit. */
export interface PermissionDecision {
  readonly request: RequestPermissionRequest
  readonly context: PermissionContext
  readonly outcome: RequestPermissionOutcome
  /** Who decided: a rule, whoever a rule asked, an earlier "always" answer to it, or nobody, so it was rejected. */
  readonly by: "rule" | "ask" | "remembered" | "default"
  /** Index of the rule that applied; absent when none did. */
  readonly rule?: number
  /** An option id that was answered although it was not offered; the request was rejected instead. */
  readonly refused?: string
}

/** A permission handler that follows rules. */
export interface PermissionPolicy {
  (request: RequestPermissionRequest, context: PermissionContext): Observable<RequestPermissionOutcome>
  /** Every decision from now on, each right before it takes effect. Never completes. */
  readonly decisions: Observable<PermissionDecision>
  /** Forgets the "always" answers given in a session, or all of them. */
  readonly forget: (sessionId?: string) => void
}

/** How a policy reads what rules are applied to. */
export interface PermissionPolicyOptions {
  /** The absolute folder from which relative paths in a call start. Without it they are under no folder. */
  readonly cwd?: string
}

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
  { cwd }: PermissionPolicyOptions = {}
): PermissionPolicy => {
  assertRules(rules)
  const folder = cwd === undefined ? undefined : placePath(cwd)
  if (cwd !== undefined && folder === undefined) throw new TypeError(`cwd is no absolute path: ${cwd}`)
  const decisions = new Subject<PermissionDecision>()
  const answers = rememberedAnswers()

  const ask = (
    handler: PermissionHandler,
    rule: number,
    request: RequestPermissionRequest,
    context: PermissionContext
  ): Observable<Verdict> =>
    from(handler(request, context)).pipe(
      take(1),
      defaultIfEmpty(selectOption(request.options, "reject")),
      map((outcome): Verdict => {
        if (outcome.outcome !== "selected") return { by: "ask", rule, outcome }
        const chosen = request.options.find(({ optionId }) => optionId === outcome.optionId)
        if (chosen === undefined) {
          return { by: "ask", rule, outcome: selectOption(request.options, "reject"), refused: outcome.optionId }
        }
        answers.keep(rule, request, context, chosen)
        return { by: "ask", rule, outcome }
      })
    )

  const decide = (request: RequestPermissionRequest, context: PermissionContext): Observable<Verdict> => {
    const { options } = request
    const rule = rules.findIndex((each) => ruleApplies(each, request, context, folder))
    const applied = rules[rule]
    if (applied === undefined) return of({ by: "default", outcome: selectOption(options, "reject") })
    if ("answer" in applied) return of({ by: "rule", rule, outcome: selectOption(options, applied.answer) })
    const recalled = answers.recall(rule, request, context)
    const outcome = recalled && selectOption(options, recalled)
    if (outcome?.outcome === "selected") return of({ by: "remembered", rule, outcome })
    return ask(applied.ask, rule, request, context)
  }

  const handler = (request: RequestPermissionRequest, context: PermissionContext) =>
    defer(() => decide(request, context)).pipe(
      tap((verdict) => decisions.next({ request, context, ...verdict })),
      map(({ outcome }) => outcome)
    )
  return Object.assign(handler, { decisions: decisions.asObservable(), forget: answers.forget })
}
