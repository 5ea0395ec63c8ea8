/** The events of a session in one line: to all who listen to the session, and to the one who reads the running turn. */
import type { Subscriber } from "rxjs"
import type { RxacpFailure } from "../failures.ts"
import type { EventChannel } from "../sessions/event-channel.ts"
import type { SessionEvent } from "../sessions/session-event.ts"

/** Who reads a turn, a load or a resume. */
export type Reader = Subscriber<SessionEvent>

type Step =
  | { readonly event: SessionEvent; readonly bytes: number; readonly reader: Reader | undefined }
  | { readonly ended: Reader; readonly failure: RxacpFailure | undefined }

/**
 * Emits events one after the other. An event that comes of a listener's own doing, inside an emission, is emitted after
 * the one at hand has reached everybody.
 */
export class EventLine {
  readonly #channel: EventChannel
  readonly #waiting: Array<Step> = []
  #emitting = false

  constructor(channel: EventChannel) {
    this.#channel = channel
  }

  /** Emits an event, to the reader as well if there is one; `bytes` is the size of its line. */
  emit(event: SessionEvent, reader?: Reader, bytes = 0): void {
    if (this.#emitting) this.#waiting.push({ event, bytes, reader })
    else this.#run(() => this.#emit(event, reader, bytes))
  }

  /** Ends a reader's stream, after what was emitted before. */
  end(reader: Reader | undefined, failure?: RxacpFailure): void {
    if (reader === undefined) return
    if (this.#emitting) this.#waiting.push({ ended: reader, failure })
    else this.#run(() => endReader(reader, failure))
  }

  #run(first: () => void): void {
    this.#emitting = true
    try {
      first()
      for (let step = this.#waiting.shift(); step !== undefined; step = this.#waiting.shift()) {
        if ("ended" in step) endReader(step.ended, step.failure)
        else this.#emit(step.event, step.reader, step.bytes)
      }
    } finally {
      this.#emitting = false
    }
  }

  #emit(event: SessionEvent, reader: Reader | undefined, bytes: number): void {
    this.#channel.push(event, bytes)
    reader?.next(event)
  }
}

const endReader = (reader: Reader, failure: RxacpFailure | undefined): void => {
  if (failure === undefined) reader.complete()
  else reader.error(failure)
}
