/** The hot events of one session. What was not delivered yet is kept for the first subscriber, within a bound of bytes. */
import { Observable, Subject } from "rxjs"
import { ByteShare, type Held } from "../internal/byte-budget.ts"
import { heldSize } from "../internal/held-size.ts"
import type { SessionEvent } from "../session/session-event.ts"

/** What an event channel needs of its owner. */
export interface EventChannelDeps {
  /** What all sessions of the connection may keep. */
  readonly share: ByteShare
  /** Called with how many events have gone: at the first, each time the number has doubled, and at the first subscription. */
  readonly dropped: (count: number) => void
}

/** The part of the connection's share that one session may fill. */
const OF_ONE_SESSION = 1 / 4
/** What an event counts as whose size can't be found out. */
const UNKNOWN_SIZE = 64 * 1024

interface Kept {
  readonly event: SessionEvent
  readonly held: Array<Held>
  gone: boolean
}

/** One session's events: a way in, and the hot Observable that comes out. */
export class EventChannel {
  /** What was kept comes first, for the first subscriber; from then on all share what comes. */
  readonly events: Observable<SessionEvent>
  readonly #deps: EventChannelDeps
  readonly #own: ByteShare
  readonly #live = new Subject<SessionEvent>()
  /** In order; undefined once somebody has taken it over. */
  #kept: Set<Kept> | undefined = new Set()
  #handingOver = false
  #dropped = 0
  #reported = 0

  constructor(deps: EventChannelDeps) {
    this.#deps = deps
    this.#own = new ByteShare(deps.share.limit * OF_ONE_SESSION)
    // An edge: the first subscriber takes over what was kept.
    this.events = new Observable((subscriber) => {
      const kept = this.#kept
      if (kept !== undefined) {
        if (this.#dropped > this.#reported) this.#report()
        // What happens while the kept events are handed over is kept as well, and handed over after them.
        this.#handingOver = true
        for (const entry of kept) {
          if (subscriber.closed) break
          this.#release(entry)
          subscriber.next(entry.event)
        }
        this.#handingOver = false
        if (kept.size === 0) this.#kept = undefined
      }
      return this.#live.subscribe(subscriber)
    })
  }

  /** Emits an event. `got`: somebody else had it already, so it need not be kept. `text` is the line that it came in. */
  push(event: SessionEvent, got: boolean, text?: string): void {
    if (this.#kept === undefined) this.#live.next(event)
    else if (!got || this.#handingOver) this.#keep(this.#kept, event, text)
  }

  complete(): void {
    this.#live.complete()
  }

  /** Lets go of all that is kept. */
  clear(): void {
    for (const entry of this.#kept ?? []) this.#release(entry)
  }

  #keep(kept: Set<Kept>, event: SessionEvent, text: string | undefined): void {
    const bytes = text === undefined ? sizeOf(event) : heldSize(text)
    const entry: Kept = { event, held: [], gone: false }
    const drop = (): void => {
      this.#release(entry)
      if (++this.#dropped >= 2 * this.#reported) this.#report()
    }
    kept.add(entry)
    for (const share of [this.#own, this.#deps.share]) {
      if (entry.gone) return
      const held = share.hold(bytes, drop)
      if (entry.gone) held.release()
      else entry.held.push(held)
    }
  }

  #release(entry: Kept): void {
    entry.gone = true
    this.#kept?.delete(entry)
    for (const held of entry.held) held.release()
  }

  #report(): void {
    this.#reported = this.#dropped
    this.#deps.dropped(this.#dropped)
  }
}

const sizeOf = (event: SessionEvent): number => {
  try {
    return heldSize(JSON.stringify(event))
  } catch {
    // Too deep, or with an id past 2^53.
    return UNKNOWN_SIZE
  }
}
