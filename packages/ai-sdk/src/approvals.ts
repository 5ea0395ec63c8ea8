/** Requests for permission in the AI SDK's words, and the answers that come back in its messages. */
import type { RequestPermissionOutcome, RequestPermissionRequest, RpcId } from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"

/** An answer for the agent: the id of its request, and the outcome. */
export interface ApprovalAnswer {
  readonly id: RpcId
  readonly outcome: RequestPermissionOutcome
}

/**
 * The `approvalId` of a request. Ids 1 and "1" differ on the wire, and a new connection starts its ids over, so the type and the
 * epoch are part of it: an answer that was meant for an earlier connection answers nothing.
 */
export const approvalIdOf = (epoch: number, id: RpcId): string => `${epoch}-${typeof id}-${id}`

/** Whether the chosen option allows the tool call; no choice, and an option that was not offered, do not. */
export const isAllowed = ({ options }: RequestPermissionRequest, optionId: string | undefined): boolean =>
  options.some((option) => option.optionId === optionId && option.kind.startsWith("allow"))

/** The part of a message of the AI SDK that is read here. */
interface AnsweredPart {
  readonly state?: unknown
  readonly approval?: unknown
}

interface Approval {
  readonly id?: unknown
  readonly approved?: unknown
  readonly reason?: unknown
}

/**
 * The option that an answer means: the one that `reason` names by its id, if it agrees with `approved`; else the one for
 * this time only; else the first that agrees.
 */
const chosenOption = ({ options }: RequestPermissionRequest, { approved, reason }: Approval): string | undefined => {
  const kind = approved === true ? "allow" : "reject"
  const fitting = options.filter((option) => option.kind.startsWith(kind))
  const chosen =
    fitting.find(({ optionId }) => optionId === reason) ??
    fitting.find((option) => option.kind === `${kind}_once`) ??
    fitting[0]
  return chosen?.optionId
}

/**
 * The answers in messages that `useChat` sent back after `addToolApprovalResponse({ id, approved, reason })`, for the
 * requests that are still open in the session's state. `reason` may name one of the options by its id. Answers to requests
 * that are not open, of another connection (`epoch`) or made up, are left out; so each request is answered at most once.
 */
export const approvalAnswers = (
  messages: ReadonlyArray<{ readonly parts: ReadonlyArray<object> }>,
  { pendingPermissions }: Pick<SessionState, "pendingPermissions">,
  epoch = 1
): ReadonlyArray<ApprovalAnswer> => {
  const answers = new Map<unknown, Approval>()
  for (const { parts } of messages) {
    for (const { state, approval } of parts as ReadonlyArray<AnsweredPart>) {
      if (state !== "approval-responded" || typeof approval !== "object" || approval === null) continue
      const answer: Approval = approval
      if (typeof answer.approved === "boolean") answers.set(answer.id, answer)
    }
  }
  return pendingPermissions.flatMap(({ id, request }): ReadonlyArray<ApprovalAnswer> => {
    const answer = answers.get(approvalIdOf(epoch, id))
    if (answer === undefined) return []
    const optionId = chosenOption(request, answer)
    return [{ id, outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId } }]
  })
}
