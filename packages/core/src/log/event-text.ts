/** Session events as text, and back. */
import type { SessionEvent } from "../session/session-event.ts"

/** Ids that no JSON number can hold are written as `{"bigint":"<digits>"}`. */
const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? { bigint: String(value) } : value)

const idOf = (id: unknown): unknown =>
  typeof id === "object" && id !== null && "bigint" in id ? BigInt(String(id.bigint)) : id

/** The event as text. Throws a `RangeError` for an event that is nested deeper than JSON can be written. */
export const eventText = (event: SessionEvent): string =>
  event._tag === "PermissionRequested" || event._tag === "PermissionResolved"
    ? JSON.stringify({ ...event, id: plain("", event.id) })
    : JSON.stringify(event)

/** The event that a parsed text stands for. */
export const eventOf = (parsed: SessionEvent): SessionEvent =>
  "id" in parsed ? ({ ...parsed, id: idOf(parsed.id) } as SessionEvent) : parsed
