/** What viewers ask of a session that runs elsewhere, and how that is written. */
import type { ContentBlock, RequestPermissionOutcome } from "../schema/index.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { RpcId } from "../wire/messages/message.ts"

interface Sent {
  /** Who sends it, as the sender says: the log knows no users. */
  readonly by: string
}

/** A command of a viewer. */
export type ViewerCommand = Sent &
  (
    | { readonly type: "prompt"; readonly content: string | ReadonlyArray<ContentBlock> }
    | { readonly type: "cancel" }
    | {
        readonly type: "answer"
        readonly permission: RpcId
        /** The epoch under which it was asked: another host's agent uses the same ids for other requests. */
        readonly epoch: number
        readonly outcome: RequestPermissionOutcome
      }
  )

export const commandText = (command: ViewerCommand): string =>
  JSON.stringify(command, (_, value: unknown) => (typeof value === "bigint" ? { bigint: String(value) } : value))

const idOf = (id: unknown): RpcId | undefined => {
  if (typeof id === "string" || typeof id === "number" || id === null) return id
  return isJsonObject(id) && typeof id.bigint === "string" && /^-?\d+$/.test(id.bigint) ? BigInt(id.bigint) : undefined
}

const outcomeOf = (outcome: unknown): RequestPermissionOutcome | undefined => {
  if (!isJsonObject(outcome)) return undefined
  if (outcome.outcome === "cancelled") return { outcome: "cancelled" }
  const { optionId } = outcome
  return outcome.outcome === "selected" && typeof optionId === "string" ? { outcome: "selected", optionId } : undefined
}

/** The command that a text stands for; undefined when it is not one. */
export const commandOf = (text: string): ViewerCommand | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isJsonObject(parsed) || typeof parsed.by !== "string") return undefined
  const { by, content } = parsed
  switch (parsed.type) {
    case "prompt":
      if (typeof content !== "string" && !Array.isArray(content)) return undefined
      return { type: "prompt", content, by }
    case "cancel":
      return { type: "cancel", by }
    case "answer": {
      const permission = idOf(parsed.permission)
      const outcome = outcomeOf(parsed.outcome)
      const { epoch } = parsed
      if (permission === undefined || outcome === undefined || typeof epoch !== "number") return undefined
      return { type: "answer", permission, epoch, outcome, by }
    }
    default:
      return undefined
  }
}
