/** Reads the update out of a `session/update` notification. */
import * as Result from "effect/Result"
import type { Notification } from "../messages/message.ts"
import { decodeSessionUpdate, isCleanUpdate } from "../schema/decode-session-update.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { InvalidUpdate, UpdateEvent } from "./update-event.ts"

/**
 * The update that a notification carries, or undefined when it is no `session/update`. Total: what can't be read is an
 * `InvalidUpdate`. For clean input only the event itself is allocated.
 */
export const updateEvent = ({ method, params, seq }: Notification): UpdateEvent | undefined => {
  if (method !== "session/update") return undefined
  if (!isJsonObject(params)) return invalid(params, "params: expected an object", seq)
  const { sessionId, update } = params
  if (typeof sessionId !== "string") return invalid(params, "sessionId: expected a string", seq)
  if (isCleanUpdate(update)) return { _tag: "Update", sessionId, update, seq }
  return Result.match(decodeSessionUpdate(update), {
    onSuccess: (decoded): UpdateEvent => ({ ...decoded, sessionId, seq }),
    onFailure: ({ message }) => ({ ...invalid(params, message, seq), sessionId })
  })
}

const invalid = (raw: unknown, reason: string, seq: number): InvalidUpdate => ({
  _tag: "InvalidUpdate",
  raw,
  reason,
  seq
})
