/** The session events that a recorded trace amounts to. */
import { decodeMessages, type SessionEvent, splitLines } from "@rxacp/core"
import type { Trace } from "@rxacp/core/testing"
import { from } from "rxjs"
import type { Side } from "../inspect/traffic/entry.ts"
import { MessageReader } from "../inspect/traffic/read-message.ts"

const encoder = new TextEncoder()

/** Reads both sides of a trace; gives the events of all its sessions, in the order of the lines. */
export const eventsOfTrace = (trace: Trace): ReadonlyArray<SessionEvent> => {
  const events: Array<SessionEvent> = []
  const reader = new MessageReader((event) => events.push(event))
  const read = (side: Side, line: string): void => {
    from([encoder.encode(line)])
      .pipe(splitLines(), decodeMessages())
      .subscribe((message) => reader.read(side, message, 0))
  }
  for (const record of trace) if (record.from === "client" || record.from === "agent") read(record.from, record.line)
  return events
}
