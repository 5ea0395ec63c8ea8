/** What the permission handler says to one request. */
import { catchError, defaultIfEmpty, defer, map, type Observable, of, take } from "rxjs"
import { namedThrownText } from "../internal/thrown-text.ts"
import type { PermissionHandler } from "../permissions/permission-handler.ts"
import { selectOption } from "../permissions/select-option.ts"
import type { RequestPermissionOutcome, RequestPermissionRequest, ToolCallUpdate } from "../schema/index.ts"
import { parentOfCall } from "../session/merged-meta.ts"
import type { PermissionResolved } from "../session/session-event.ts"
import type { RpcId } from "../wire/messages/message.ts"
import type { ConnectionContext } from "./context.ts"

/** One request, with what is known of its tool call. */
export interface AskedPermission {
  readonly id: RpcId
  readonly sessionId: string
  readonly request: RequestPermissionRequest
  readonly known: ToolCallUpdate | undefined
}

/** An outcome and who decided. */
export interface PermissionDecision {
  readonly outcome: RequestPermissionOutcome
  readonly by: PermissionResolved["by"]
}

/** The handler's first outcome; no handler, no outcome, a failure and an option that was not offered all mean reject. */
export const permissionAnswer = (
  { permissions, said, diagnose }: Pick<ConnectionContext, "permissions" | "said" | "diagnose">,
  { id, sessionId, request, known }: AskedPermission
): Observable<PermissionDecision> => {
  const reject = selectOption(request.options, "reject")
  const by: PermissionResolved["by"] = permissions === undefined || isPolicy(permissions) ? "policy" : "handler"
  if (permissions === undefined) return of({ outcome: reject, by })
  const offered = (outcome: RequestPermissionOutcome): RequestPermissionOutcome => {
    if (outcome.outcome !== "selected" || isOffered(request, outcome)) return outcome
    diagnose({ _tag: "OptionNotOffered", sessionId, id, optionId: outcome.optionId })
    return reject
  }
  const { toolCall } = request
  return defer(() => {
    const parent = parentOfCall(toolCall) ?? parentOfCall(known)
    const before = said?.of(toolCall.toolCallId)
    said?.add(toolCall)
    return permissions(request, { known, said: before, sessionId, id, ...(parent !== undefined && { parent }) })
  }).pipe(
    take(1),
    defaultIfEmpty(reject),
    map((outcome) => ({ outcome: offered(outcome), by })),
    catchError((error: unknown) => {
      diagnose({ _tag: "HandlerFailed", method: "session/request_permission", reason: namedThrownText(error) })
      return of({ outcome: reject, by })
    })
  )
}

/** Whether an outcome selects nothing, or one of the options of the request. */
export const isOffered = ({ options }: RequestPermissionRequest, outcome: RequestPermissionOutcome): boolean =>
  outcome.outcome !== "selected" || options.some(({ optionId }) => optionId === outcome.optionId)

/** A policy decides itself; any other handler is asked. */
const isPolicy = (handler: PermissionHandler): boolean => "decisions" in handler
