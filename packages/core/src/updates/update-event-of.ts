/** One `session/update` notification to one update event. */
import type { Notification } from "../messages/message.ts"
import type { SessionUpdate } from "../schema/session-update.ts"
import type { UpdateEvent } from "./update-event.ts"

/** The event that a notification carries; undefined when it is no `session/update`. */
export const updateEvent = ({ method, params, seq }: Notification): UpdateEvent | undefined => {
  if (method !== "session/update") return undefined
  const { sessionId, update } = (params ?? {}) as { sessionId?: unknown; update?: SessionUpdate }
  if (typeof sessionId !== "string" || typeof update?.sessionUpdate !== "string") {
    return { _tag: "InvalidUpdate", raw: params, reason: "no session id or no update", seq }
  }
  return { _tag: "Update", sessionId, update, seq }
}
