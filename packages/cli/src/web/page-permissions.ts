/** Permission requests that wait for somebody at a page to answer them. */
import type { PermissionHandler, RequestPermissionOutcome, RequestPermissionRequest } from "@rxacp/core"
import { Observable } from "rxjs"
import type { LiveSession } from "./live-session.ts"
import { wireId } from "./wire.ts"

/** A permission handler, and the way in for what a page answers. */
export interface PagePermissions {
  readonly handler: PermissionHandler
  /** Answers an open request of a session, by its id as `wireId` gives it, with one of its options; false when no such request or option is there. */
  readonly answer: (live: LiveSession, id: unknown, optionId: string) => boolean
}

/** Keeps requests open until a page answers; what is cancelled in the meantime is forgotten. */
export const pagePermissions = (): PagePermissions => {
  const waiting = new Map<RequestPermissionRequest, (outcome: RequestPermissionOutcome) => void>()
  /** The log keeps a copy of a request that was nested too deep. */
  const answerLike = ({ sessionId, toolCall }: RequestPermissionRequest) =>
    [...waiting].find(
      ([request]) => request.sessionId === sessionId && request.toolCall.toolCallId === toolCall.toolCallId
    )?.[1]
  return {
    // An edge: the answer comes from outside, and unsubscribing takes the question back.
    handler: (request) =>
      new Observable((answer) => {
        waiting.set(request, (outcome) => {
          answer.next(outcome)
          answer.complete()
        })
        return () => waiting.delete(request)
      }),
    answer: ({ log }, id, optionId) => {
      const asked = JSON.stringify(id)
      const pending = log.state.pendingPermissions.find((each) => JSON.stringify(wireId(each.id)) === asked)
      const answer = pending && (waiting.get(pending.request) ?? answerLike(pending.request))
      if (answer === undefined || !pending?.request.options.some((option) => option.optionId === optionId)) return false
      answer({ outcome: "selected", optionId })
      return true
    }
  }
}
