/** Reads the update out of a `session/update` notification. */

import { isCleanUpdate, readSessionUpdate } from "../../schema/codec/decode-session-update.ts"
import { isMismatch } from "../../schema/codec/mismatch.ts"
import { isJsonObject } from "../../schema/json-object.ts"
import type { Notification } from "../messages/message.ts"
import type { InvalidUpdate, UpdateEvent } from "./update-event.ts"

/**
 * The update that a notification carries, or undefined when it is not a `session/update`. Total: what can't be read is an
 * `InvalidUpdate`. For clean input only the event itself is allocated.
 */
export const updateEvent = ({ method, params, seq }: Notification): UpdateEvent | undefined => {
  if (method !== "session/update") return undefined
  if (!isJsonObject(params)) return invalid(params, "params: expected an object", seq)
  const { sessionId, update } = params
  if (typeof sessionId !== "string") return invalid(params, "sessionId: expected a string", seq)
  if (isCleanUpdate(update)) return { _tag: "Update", sessionId, update, seq }
  const decoded = readSessionUpdate(update)
  if (isMismatch(decoded)) {
    const reason = `${["update", ...decoded.path].join(".")}: ${decoded.reason}`
    return { _tag: "InvalidUpdate", sessionId, raw: update === undefined ? params : update, reason, seq }
  }
  if (decoded._tag === "UnknownUpdate") {
    return { _tag: "UnknownUpdate", sessionId, sessionUpdate: decoded.sessionUpdate, raw: update, seq }
  }
  return { sessionId, seq, ...decoded }
}

const invalid = (raw: unknown, reason: string, seq: number): InvalidUpdate => ({
  _tag: "InvalidUpdate",
  raw,
  reason,
  seq
})
