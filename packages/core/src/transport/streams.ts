/** The hot streams of a transport: each line is decoded and validated once, and only as far as somebody listens. */

import { isJsonObject } from "../schema/json-object.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import { decodeLine } from "../wire/messages/decode-line.ts"
import type { Message, Notification } from "../wire/messages/message.ts"
import { updateEvent } from "../wire/updates/read-update.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { createHotStream } from "./hot-stream.ts"
import type { TransportInternals, TransportObserver } from "./internals.ts"
import type { TransportEnd } from "./transport.ts"

/** The streams, and the switches that only their transport uses. */
export interface Streams extends Pick<TransportInternals, "lines" | "messages" | "updates" | "attach"> {
  readonly deliver: (line: Line | Oversize) => void
  /** A message that is not to be decoded any more. */
  readonly deliverMessage: (message: Message) => void
  /** Completes the streams and calls `ended` of the observers. */
  readonly conclude: (how: TransportEnd) => void
}

/** `start` is called at every subscription. */
export const createStreams = (start: () => void): Streams => {
  const lines = createHotStream<Line | Oversize>(start)
  const messages = createHotStream<Message>(start)
  const updates = createHotStream<UpdateEvent>(start)
  let observers: ReadonlyArray<TransportObserver> = []
  let ended: TransportEnd | undefined

  const deliverMessage = (message: Message): void => {
    const attached = observers
    if (messages.observed()) messages.next(message)
    const update =
      message._tag === "Notification" && (attached.length > 0 || updates.observed())
        ? withRaw(updateEvent(message), message)
        : undefined
    if (update !== undefined && updates.observed()) updates.next(update)
    for (const observer of attached) observer.message?.(message, update)
  }

  return {
    lines: lines.stream,
    messages: messages.stream,
    updates: updates.stream,
    attach: (observer) => {
      const end = ended
      // Not at once: the one who attaches may not be complete yet.
      if (end !== undefined) queueMicrotask(() => observer.ended?.(end))
      else observers = [...observers, observer]
      return () => {
        observers = observers.filter((other) => other !== observer)
      }
    },
    deliver: (line) => {
      if (lines.observed()) lines.next(line)
      if (observers.length > 0 || messages.observed() || updates.observed()) deliverMessage(decodeLine(line))
    },
    deliverMessage,
    conclude: (how) => {
      ended = how
      lines.complete()
      messages.complete()
      updates.complete()
      const attached = observers
      observers = []
      for (const observer of attached) observer.ended?.(how)
    }
  }
}

/** An update that a dialect made keeps what the agent really said. */
const withRaw = (update: UpdateEvent | undefined, { raw }: Notification): UpdateEvent | undefined => {
  if (raw === undefined || update?._tag !== "Update") return update
  return { ...update, raw: isJsonObject(raw) && isJsonObject(raw.params) ? raw.params.update : raw }
}
