/** The rules of a permission policy: data, but for the questions that they hand over. */
import type { RequestPermissionRequest } from "../schema/permission.ts"
import type { ToolCallUpdate, ToolKind } from "../schema/tool-call.ts"
import { namedPaths } from "./named-paths.ts"
import { isUnder, type PlacedPath, placePath } from "./path.ts"
import type { PermissionContext, PermissionHandler } from "./permission-handler.ts"
import type { PermissionAnswer } from "./select-option.ts"
import { saysSomething } from "./shown-tool-call.ts"

/** What a rule is about; every field that is given has to hold. */
export interface PermissionMatch {
  /** The kind of the tool, or one of several. A call of which no kind is said is `other`. */
  readonly kind?: ToolKind | ReadonlyArray<ToolKind>
  /** How the title begins. A title is free text of the agent's: `git` is also the beginning of `git x; rm y`. */
  readonly titlePrefix?: string
  /** The programmatic name of the tool. */
  readonly name?: string
  /** An absolute folder that holds the paths that the call names. A command line may touch more than it names. */
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

const isUnderFolder = (path: string, folder: string, cwd: PlacedPath | undefined): boolean => {
  const placed = placePath(path, cwd)
  const root = placePath(folder)
  return placed !== undefined && root !== undefined && isUnder(placed, root)
}

/**
 * Whether a rule is about a request. The agent says what it does twice, in the calls that it announced and in what it
 * asks: a rule that allows has to hold for everything that either of them says, and for something; any other rule holds
 * as soon as one of them says so. A path that can't be placed is under no folder. Relative ones start from `cwd`.
 */
export const ruleApplies = (
  rule: PermissionRule,
  request: RequestPermissionRequest,
  { known, sessionId }: PermissionContext,
  cwd?: PlacedPath
): boolean => {
  const { match = {} } = rule
  const holds = allows(rule) ? all : any
  const calls = known === undefined ? [request.toolCall] : [known, request.toolCall]
  const said = <Key extends keyof ToolCallUpdate>(key: Key): ReadonlyArray<NonNullable<ToolCallUpdate[Key]>> =>
    calls.flatMap((call) => {
      const value = call[key]
      return value !== undefined && value !== null && saysSomething(value) ? [value] : []
    })
  const kinds = said("kind")
  const { kind, titlePrefix, name, under } = match
  return (
    (match.sessionId === undefined || match.sessionId === sessionId) &&
    (kind === undefined || holds<ToolKind>(kinds.length === 0 ? ["other"] : kinds, (each) => isOneOf(each, kind))) &&
    (titlePrefix === undefined || holds(said("title"), (title) => title.startsWith(titlePrefix))) &&
    (name === undefined || holds(said("name"), (each) => each === name)) &&
    (under === undefined || holds(calls.flatMap(namedPaths), (path) => isUnderFolder(path, under, cwd)))
  )
}
