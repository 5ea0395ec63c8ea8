/** The text of a session event in the log. */
import type { SessionEvent } from "../session/session-event.ts"
import { eventText } from "./event-text.ts"
import type { Outgoing } from "./outbox.ts"

/** The event as it is published. One that JSON can't be written of, since it is nested too deep, is published as unreadable. */
export const published = (event: SessionEvent): Outgoing => {
  try {
    return { text: eventText(event), event }
  } catch (error) {
    const { sessionId, epoch, n, seq } = event
    const reason = `${event._tag} can't be written to the log: ${String(error)}`
    const stamp = { sessionId, epoch, n, ...(seq === undefined ? {} : { seq }) }
    const unreadable: SessionEvent = { _tag: "InvalidUpdate", ...stamp, raw: null, reason, phase: "between" }
    return { text: JSON.stringify(unreadable), event: unreadable }
  }
}
