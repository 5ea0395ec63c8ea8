/** Session events as plain JSON and back: ids past 2^53 and failures included. */
import { failureFromJson, isFailure } from "../failures.ts"
import { isJsonObject } from "../schema/json-object.ts"
import type { SessionEvent } from "./session-event.ts"

/** A session event that `JSON.stringify` can write. An id past 2^53 is `{ "bigint": "…" }`, a failure its plain form. */
export type SessionEventJson = Readonly<Record<string, unknown>> & { readonly _tag: SessionEvent["_tag"] }

const TAGS: ReadonlySet<unknown> = new Set<SessionEvent["_tag"]>([
  "SessionOpened",
  "TurnStarted",
  "Update",
  "UnknownUpdate",
  "InvalidUpdate",
  "PermissionRequested",
  "PermissionResolved",
  "Overflow",
  "CancelRequested",
  "TurnEnded",
  "TurnFailed",
  "LoadStarted",
  "LoadEnded",
  "ModeSet",
  "ConfigOptionsSet"
])

/** The event as plain data for `JSON.stringify`. What needs no change is the same object. */
export const eventToJson = (event: SessionEvent): SessionEventJson => {
  if ("id" in event && typeof event.id === "bigint") return { ...event, id: { bigint: event.id.toString() } }
  if ("failure" in event && isFailure(event.failure)) return { ...event, failure: event.failure.toJSON() }
  return { ...event }
}

/** The event that `eventToJson` made the value of. Throws a `TypeError` if the value is not a session event. */
export const eventFromJson = (value: unknown): SessionEvent => {
  if (!isJsonObject(value) || !TAGS.has(value._tag) || typeof value.sessionId !== "string") {
    throw new TypeError("not a session event")
  }
  const { id, failure } = value
  // The tag was looked at; the rest is what `eventToJson` wrote.
  const event = value as unknown as SessionEvent
  if (isJsonObject(id) && typeof id.bigint === "string") return { ...event, id: bigintOf(id.bigint) } as SessionEvent
  if (!isJsonObject(failure) || isFailure(failure)) return event
  return { ...event, failure: failureFromJson(failure as Parameters<typeof failureFromJson>[0]) } as SessionEvent
}

const bigintOf = (digits: string): bigint => {
  if (/^-?\d{1,1000}$/.test(digits)) return BigInt(digits)
  throw new TypeError("not a session event: its id has no digits")
}
