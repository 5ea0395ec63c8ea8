/** The end of a session's events, ready to be sent, and the state that all of them add up to. */
import type { SessionEvent } from "@rxacp/core"
import { emptySession, foldSession, type SessionState, serializeSession } from "@rxacp/fold"
import { type Observable, Subject } from "rxjs"
import { cutDeep } from "../cut-deep.ts"
import { eventJson, type Place, sseText } from "./wire.ts"

/** How much of the past is kept; a page that asks for more gets the state instead. `bytes` counts UTF-16 units. */
export interface LogBounds {
  readonly events: number
  readonly bytes: number
}

const DEFAULT_BOUNDS: LogBounds = { events: 5_000, bytes: 4 * 1024 * 1024 }

/** Keeps the latest events of one session within its bounds; its memory does not grow with slow readers. */
export class SessionLog {
  readonly #bounds: LogBounds
  readonly #appended = new Subject<void>()
  /** The kept frames in order; the last one is that of `#n`. Those before `#first` are dropped. */
  #frames: Array<string> = []
  #first = 0
  #bytes = 0
  #n = 0
  #state: SessionState
  readonly epoch: number

  constructor(sessionId: string, epoch: number, bounds = DEFAULT_BOUNDS) {
    this.#state = emptySession({ sessionId })
    this.#bounds = bounds
    this.epoch = epoch
  }

  get state(): SessionState {
    return this.#state
  }

  /** Emits after each event. */
  get appended(): Observable<void> {
    return this.#appended
  }

  append(raw: SessionEvent): void {
    const event = cutDeep(raw)
    this.#state = foldSession(this.#state, event)
    const frame = sseText("event", eventJson(event), event)
    this.#n = event.n
    this.#frames.push(frame)
    this.#bytes += frame.length
    while (this.#kept > this.#bounds.events || (this.#bytes > this.#bounds.bytes && this.#kept > 1)) this.#drop()
    this.#appended.next()
  }

  /**
   * What a reader that has everything up to `after` is to be sent next, and the place it is then at: the next event, or the
   * whole state when that event is no longer kept or belongs to another run. Undefined when the reader is up to date.
   */
  next(after: Place | undefined): { readonly text: string; readonly place: Place } | undefined {
    const { epoch } = this
    const known = after?.epoch === epoch && after.n <= this.#n ? after.n : undefined
    if (known === this.#n) return undefined
    const frame = known === undefined ? undefined : this.#frames[this.#frames.length - (this.#n - known)]
    if (known !== undefined && frame !== undefined && this.#n - known <= this.#kept) {
      return { text: frame, place: { epoch, n: known + 1 } }
    }
    const place = { epoch, n: this.#n }
    return { text: sseText("snapshot", JSON.stringify(serializeSession(this.#state)), place), place }
  }

  get #kept(): number {
    return this.#frames.length - this.#first
  }

  #drop(): void {
    this.#bytes -= this.#frames[this.#first]?.length ?? 0
    this.#frames[this.#first] = ""
    this.#first += 1
    if (this.#first <= this.#bounds.events) return
    this.#frames = this.#frames.slice(this.#first)
    this.#first = 0
  }
}
