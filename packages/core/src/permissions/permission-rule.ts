/** The rules of a permission policy: data, but for the questions that they hand over. */
import type { RequestPermissionRequest, ToolKind } from "../schema/index.ts"
import { statementsIn, statementsOf } from "./call-statements.ts"
import { type PlacedPath, placePath } from "./path.ts"
import { isPerhapsUnder, isSurelyUnder } from "./path-rule.ts"
import type { PermissionContext, PermissionHandler } from "./permission-handler.ts"
import type { PermissionAnswer } from "./select-option.ts"

/** What a rule is about; every field that is given has to hold. */
export interface PermissionMatch {
  /** The kind of the tool, or one of several. A call of which no kind is said is `other`. */
  readonly kind?: ToolKind | ReadonlyArray<ToolKind>
  /** How the title begins. A title is free text of the agent's: `git` is also the beginning of `git x; rm y`. */
  readonly titlePrefix?: string
  /** The programmatic name of the tool. */
  readonly name?: string
  /**
   * An absolute folder that holds the paths that the call names. What can't be placed (a home, a path in an unknown
   * spelling, a command line) is in it for a rule that rejects or asks, and is not for one that allows.
   */
  readonly under?: string
  readonly sessionId?: string
}

/** One rule; without `match` it is about every request. It gives an answer, or hands the request to `ask`. */
export type PermissionRule = { readonly match?: PermissionMatch } & (
  | { readonly answer: PermissionAnswer }
  | { readonly ask: PermissionHandler }
)

/** Whether a rule says what it does about everything in `values`, or about anything in it. */
type Quantifier = <Value>(values: ReadonlyArray<Value>, holds: (value: Value) => boolean) => boolean

const all: Quantifier = (values, holds) => values.length > 0 && values.every(holds)
const any: Quantifier = (values, holds) => values.some(holds)

const allows = (rule: PermissionRule): boolean =>
  "answer" in rule && (rule.answer === "allow" || rule.answer === "allowAlways")

const isOneOf = (kind: ToolKind, wanted: ToolKind | ReadonlyArray<ToolKind>): boolean =>
  typeof wanted === "string" ? kind === wanted : wanted.includes(kind)

/**
 * Whether a rule is about a request. The agent says what it does several times, in the calls that it announced and in what
 * it asks: a rule that allows has to hold for everything that any of them says, and for something; any other rule holds
 * as soon as one of them says so, or may. Of a call whose beginning was forgotten anything may have been said, so no rule
 * that allows it on conditions holds, and every other one does. Relative paths start from `cwd`.
 */
export const ruleApplies = (
  rule: PermissionRule,
  request: RequestPermissionRequest,
  { known, said, sessionId }: PermissionContext,
  cwd?: PlacedPath,
  foldCase = false
): boolean => {
  const { kind, titlePrefix, name, under, sessionId: wantedSession } = rule.match ?? {}
  if (wantedSession !== undefined && wantedSession !== sessionId) return false
  const isConditional = kind !== undefined || titlePrefix !== undefined || name !== undefined || under !== undefined
  if (!isConditional) return true
  const permits = allows(rule)
  if (said?.forgotten) return !permits
  const holds = permits ? all : any
  const asked = statementsIn(request.toolCall)
  const statements = statementsOf([
    ...(said === undefined ? [] : [said]),
    ...(known === undefined ? [] : [statementsIn(known)]),
    asked
  ])
  const { kinds, titles, names } = statements
  const folder = under === undefined ? undefined : placePath(under)
  return (
    (kind === undefined || holds<ToolKind>(kinds.length === 0 ? ["other"] : kinds, (each) => isOneOf(each, kind))) &&
    (titlePrefix === undefined || holds(titles, (title) => title.startsWith(titlePrefix))) &&
    (name === undefined || holds(names, (each) => each === name)) &&
    (folder === undefined ||
      (permits
        ? isSurelyUnder(statements, folder, { cwd })
        : isPerhapsUnder(statements, folder, { cwd, foldCase }, kinds)))
  )
}
