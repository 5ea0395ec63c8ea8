/** A failure in words that help. */
import { type AuthRequired, isFailure } from "@rxacp/core"
import { safeLine, safeText } from "../safe-text.ts"

/** The ways to log in that an agent offers, as one types them. */
export const authText = (methods: ReadonlyArray<unknown>): string =>
  methods
    .flatMap((method) => {
      const id = typeof method === "object" && method !== null && "id" in method ? method.id : undefined
      return typeof id === "string" ? [`--auth ${safeLine(id)}`] : []
    })
    .join(" or ")

/** What the agent said in its own words, where it said more than that a log-in is missing. */
const ownWords = (cause: unknown): string => {
  const said = cause instanceof Error ? safeText(cause.message).trim() : ""
  return said === "" ? "" : `\nThe agent says: ${said}`
}

/** What went wrong, and what can be done about it. */
export const failureText = (failure: unknown): string => {
  if (!isFailure(failure)) return safeText(failure instanceof Error ? failure.message : String(failure))
  const message = safeText(failure.message)
  switch (failure._tag) {
    case "RequestTimedOut":
    case "AgentExited": {
      const last = safeText(failure.stderrTail ?? "").trim()
      return last === "" ? message : `${message}\nIts last words:\n${last}`
    }
    case "AuthRequired":
      return authFailureText(failure)
    case "RequestFailed":
      return `${failure.method} failed: ${message} (${failure.code})`
    default:
      return message
  }
}

const authFailureText = (failure: AuthRequired): string => {
  const ways = authText(failure.authMethods)
  const sentence = safeText(failure.message).trim().replace(/[.!]$/, "")
  return `${sentence}. Log in with the agent's own program${ways === "" ? "" : `, or try ${ways}`}.${ownWords(failure.cause)}`
}
