/** The "always" answers that a person gave. */
import type { PermissionOption, RequestPermissionRequest } from "../schema/permission.ts"
import type { ToolCallUpdate } from "../schema/tool-call.ts"
import type { PermissionContext } from "./permission-handler.ts"
import type { PermissionAnswer } from "./select-option.ts"
import { saysSomething } from "./shown-tool-call.ts"

/** Answers by rule, session and tool. */
export interface RememberedAnswers {
  /** The answer to a request that is alike one that was answered for good. */
  recall(rule: number, request: RequestPermissionRequest, context: PermissionContext): PermissionAnswer | undefined
  /** Keeps the answer that `chosen` gives, when it is one for good. */
  keep(rule: number, request: RequestPermissionRequest, context: PermissionContext, chosen: PermissionOption): void
  /** Forgets what was answered in a session, or everything. */
  forget(sessionId?: string): void
}

const forGood: ReadonlyMap<string, PermissionAnswer> = new Map([
  ["allow_always", "allowAlways"],
  ["reject_always", "rejectAlways"]
])

/**
 * What makes two requests of a session alike: the rule that asks, the kind of the tool, and its name, or the whole title
 * of a tool without a name. `undefined`, so never alike, when the announced call and the request say different things,
 * or neither a name nor a title.
 */
const likeness = (
  rule: number,
  { toolCall }: RequestPermissionRequest,
  { known }: PermissionContext
): string | undefined => {
  const agreed = (key: "kind" | "name" | "title"): string | false | undefined => {
    const said = [known, toolCall].flatMap((call: ToolCallUpdate | undefined) => {
      const value = call?.[key]
      return typeof value === "string" && saysSomething(value) ? [value] : []
    })
    return new Set(said).size > 1 ? false : said[0]
  }
  const kind = agreed("kind")
  const name = agreed("name")
  if (kind === false || name === false) return undefined
  if (name !== undefined) return JSON.stringify([rule, kind ?? "other", name])
  const title = agreed("title")
  return title === undefined || title === false ? undefined : JSON.stringify([rule, kind ?? "other", null, title])
}

/** Starts with nothing remembered. */
export const rememberedAnswers = (): RememberedAnswers => {
  const sessions = new Map<string, Map<string, PermissionAnswer>>()
  return {
    recall(rule, request, context) {
      const key = likeness(rule, request, context)
      return key === undefined ? undefined : sessions.get(context.sessionId)?.get(key)
    },
    keep(rule, request, context, chosen) {
      const key = likeness(rule, request, context)
      const answer = forGood.get(chosen.kind)
      if (key === undefined || answer === undefined) return
      const answers = sessions.get(context.sessionId) ?? new Map<string, PermissionAnswer>()
      sessions.set(context.sessionId, answers.set(key, answer))
    },
    forget(sessionId) {
      if (sessionId === undefined) sessions.clear()
      else sessions.delete(sessionId)
    }
  }
}
