/** The hot streams of a transport: each line is decoded and validated once, and only as far as somebody listens. */
import type { Observable } from "rxjs"
import { isJsonObject } from "../schema/json-object.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import { decodeLine } from "../wire/messages/decode-line.ts"
import type { Message, Notification } from "../wire/messages/message.ts"
import { updateEvent } from "../wire/updates/read-update.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { HotStream } from "./hot-stream.ts"
import type { TransportInternals, TransportObserver } from "./internals.ts"
import type { TransportEnd } from "./transport.ts"

/** The streams, and the switches that only their transport uses. */
export class Streams implements Pick<TransportInternals, "lines" | "messages" | "updates" | "attach"> {
  readonly lines: Observable<Line | Oversize>
  readonly messages: Observable<Message>
  readonly updates: Observable<UpdateEvent>
  readonly #lines: HotStream<Line | Oversize>
  readonly #messages: HotStream<Message>
  readonly #updates: HotStream<UpdateEvent>
  #observers: ReadonlyArray<TransportObserver> = []
  #ended: TransportEnd | undefined

  /** `start` is called at every subscription. */
  constructor(start: () => void) {
    this.#lines = new HotStream(start)
    this.#messages = new HotStream(start)
    this.#updates = new HotStream(start)
    this.lines = this.#lines.stream
    this.messages = this.#messages.stream
    this.updates = this.#updates.stream
  }

  attach(observer: TransportObserver): () => void {
    const ended = this.#ended
    // Not at once: the one who attaches may not be complete yet.
    if (ended !== undefined) queueMicrotask(() => observer.ended?.(ended))
    else this.#observers = [...this.#observers, observer]
    return () => {
      this.#observers = this.#observers.filter((other) => other !== observer)
    }
  }

  deliver(line: Line | Oversize): void {
    if (this.#lines.observed) this.#lines.next(line)
    if (this.#observers.length > 0 || this.#messages.observed || this.#updates.observed) {
      this.deliverMessage(decodeLine(line))
    }
  }

  /** A message that is not to be decoded any more. */
  deliverMessage(message: Message): void {
    const attached = this.#observers
    const updates = this.#updates
    if (this.#messages.observed) this.#messages.next(message)
    const update =
      message._tag === "Notification" && (attached.length > 0 || updates.observed)
        ? withRaw(updateEvent(message), message)
        : undefined
    if (update !== undefined && updates.observed) updates.next(update)
    for (const observer of attached) observer.message?.(message, update)
  }

  /** Completes the streams and calls `ended` of the observers. */
  conclude(how: TransportEnd): void {
    this.#ended = how
    this.#lines.complete()
    this.#messages.complete()
    this.#updates.complete()
    const attached = this.#observers
    this.#observers = []
    for (const observer of attached) observer.ended?.(how)
  }
}

/** An update that a dialect made keeps what the agent really said. */
const withRaw = (update: UpdateEvent | undefined, { raw }: Notification): UpdateEvent | undefined => {
  if (raw === undefined || update?._tag !== "Update") return update
  return { ...update, raw: isJsonObject(raw) && isJsonObject(raw.params) ? raw.params.update : raw }
}
