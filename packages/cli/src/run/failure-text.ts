/** A failure in words that help. */
import { isFailure } from "@rxacp/core"
import { safeLine, safeText } from "../safe-text.ts"

const methodText = (method: unknown): string =>
  typeof method === "object" && method !== null && "id" in method ? `--auth ${safeLine(String(method.id))}` : ""

/** What went wrong, and what can be done about it. */
export const failureText = (failure: unknown): string => {
  if (!isFailure(failure)) return safeText(failure instanceof Error ? failure.message : String(failure))
  const message = safeText(failure.message)
  switch (failure._tag) {
    case "AgentExited": {
      const last = safeText(failure.stderrTail).trim()
      return last === "" ? message : `${message}\nIts last words:\n${last}`
    }
    case "AuthRequired":
      return `${message}. Log in with the agent's own program, or try ${failure.authMethods.map(methodText).join(" or ")}`
    case "RequestFailed":
      return `${failure.method} failed: ${message} (${failure.code})`
    default:
      return message
  }
}
