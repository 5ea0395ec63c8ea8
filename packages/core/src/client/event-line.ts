/** The events of a session in one line: to all who listen to the session, and to the one who reads the running turn. */
import type { Subscriber } from "rxjs"
import type { RxacpFailure } from "../failures.ts"
import type { SessionEvent } from "../session/session-event.ts"
import type { EventChannel } from "./event-channel.ts"

/** Who reads a turn, a load or a resume. */
export type Reader = Subscriber<SessionEvent>

/**
 * Emits events one after the other. An event that comes of a listener's own doing, inside an emission, is emitted after
 * the one at hand has reached everybody; so is the end of a reader, and the end of all.
 */
export class EventLine {
  readonly #channel: EventChannel
  readonly #waiting: Array<() => void> = []
  #emitting = false

  constructor(channel: EventChannel) {
    this.#channel = channel
  }

  /** Emits an event, to the reader as well if there is one; `bytes` is the size of its line. */
  emit(event: SessionEvent, reader?: Reader, bytes = 0): void {
    if (this.#emitting) this.#waiting.push(() => this.#put(event, reader, bytes))
    else this.#run(event, reader, bytes)
  }

  /** Ends a reader's stream, after what was emitted before. */
  end(reader: Reader, failure?: RxacpFailure): void {
    this.#afterwards(() => {
      if (failure === undefined) reader.complete()
      else reader.error(failure)
    })
  }

  /** Ends the events of the session, after what was emitted before. */
  complete(): void {
    this.#afterwards(() => this.#channel.complete())
  }

  #afterwards(step: () => void): void {
    this.#waiting.push(step)
    if (!this.#emitting) this.#run()
  }

  /** Emits an event at once, then does what came of it. */
  #run(event?: SessionEvent, reader?: Reader, bytes = 0): void {
    this.#emitting = true
    try {
      if (event !== undefined) this.#put(event, reader, bytes)
      for (let step = this.#waiting.shift(); step !== undefined; step = this.#waiting.shift()) step()
    } finally {
      this.#emitting = false
    }
  }

  #put(event: SessionEvent, reader: Reader | undefined, bytes: number): void {
    this.#channel.push(event, bytes)
    reader?.next(event)
  }
}
