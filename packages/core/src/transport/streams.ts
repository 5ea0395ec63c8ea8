/** The hot streams of a transport: each line is decoded and validated once, and only as far as somebody listens. */
import { Observable, Subject } from "rxjs"
import type { Line, Oversize } from "../lines/line.ts"
import { decodeLine } from "../messages/decode-line.ts"
import type { Message } from "../messages/message.ts"
import { updateEvent } from "../updates/read-update.ts"
import type { UpdateEvent } from "../updates/update-event.ts"
import type { Transport, TransportEnd, TransportObserver } from "./transport.ts"

/** The streams, and the switches that only their transport uses. */
export interface Streams extends Pick<Transport, "lines" | "messages" | "updates" | "attach"> {
  readonly deliver: (line: Line | Oversize) => void
  readonly end: (how: TransportEnd) => void
}

/** `start` is called at every subscription. */
export const createStreams = (start: () => void): Streams => {
  const lines = new Subject<Line | Oversize>()
  const messages = new Subject<Message>()
  const updates = new Subject<UpdateEvent>()
  let observers: ReadonlyArray<TransportObserver> = []
  let ended: TransportEnd | undefined

  // An edge: subscribing has the effect of starting the transport, after the subscriber is in place.
  const hot = <T>(subject: Subject<T>): Observable<T> =>
    new Observable((subscriber) => {
      const subscription = subject.subscribe(subscriber)
      start()
      return subscription
    })

  return {
    lines: hot(lines),
    messages: hot(messages),
    updates: hot(updates),
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
      if (lines.observed) lines.next(line)
      const attached = observers
      if (attached.length === 0 && !messages.observed && !updates.observed) return
      const message = decodeLine(line)
      if (messages.observed) messages.next(message)
      const update =
        message._tag === "Notification" && (attached.length > 0 || updates.observed) ? updateEvent(message) : undefined
      if (update !== undefined && updates.observed) updates.next(update)
      for (const observer of attached) observer.message?.(message, update)
    },
    end: (how) => {
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
