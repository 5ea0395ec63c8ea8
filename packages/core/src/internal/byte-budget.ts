/** Bounds what a peer can make a connection keep: one number of bytes, divided into shares. */
import { assertLimits } from "./assert-limits.ts"

/** Bytes that a connection keeps at most of what its peer sent; see `SHARES`. */
const DEFAULT_MAX_HELD_BYTES = 64 * 1024 * 1024

/** The part of the budget that each holder may fill. */
export const SHARES = {
  /** Session events that have not been read yet. */
  events: 1 / 4,
  /** What is known of tool calls. */
  toolCalls: 1 / 4,
  /** Requests of the peer that are being answered. */
  requests: 1 / 4,
  /** Answers and cancels that the peer does not read. */
  answers: 1 / 8,
  /** Ids, and which turn they belong to; sessions that only the peer has named. */
  ids: 1 / 8
} as const satisfies Record<string, number>

/** Who keeps something. */
export type Holder = keyof typeof SHARES

/** Something that is kept. */
export interface Held {
  /** It is kept no longer. Idempotent. */
  release(): void
}

interface Entry {
  readonly bytes: number
  readonly evicted: (() => void) | undefined
}

/** The part of a budget that one holder fills. It counts; what is kept stays with the holder. */
export class ByteShare {
  /** Bytes that fit. */
  readonly limit: number
  readonly #onEvicted: (count: number) => void
  /** Oldest first. */
  readonly #entries = new Set<Entry>()
  #bytes = 0
  #evicted = 0
  #reported = 0

  /** `onEvicted` is called with how many entries have gone so far: at the first, and each time the number has doubled. */
  constructor(limit: number, onEvicted: (count: number) => void = () => {}) {
    this.limit = limit
    this.#onEvicted = onEvicted
  }

  /** Bytes that are kept now. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether so much more fits. */
  fits(bytes: number): boolean {
    return this.#bytes + bytes <= this.limit
  }

  /** Keeps something that is refused where it does not fit: then undefined. */
  tryHold(bytes: number): Held | undefined {
    return this.fits(bytes) ? this.#add({ bytes, evicted: undefined }) : undefined
  }

  /**
   * Keeps something for which older entries make room: of each that has to go `evicted` is called, which must release
   * it. An entry larger than the whole share is evicted itself, before this returns.
   */
  hold(bytes: number, evicted: () => void): Held {
    const held = this.#add({ bytes, evicted })
    for (const entry of this.#entries) {
      if (this.#bytes <= this.limit) break
      if (entry.evicted !== undefined) this.#evict(entry)
    }
    return held
  }

  #add(entry: Entry): Held {
    this.#entries.add(entry)
    this.#bytes += entry.bytes
    return { release: () => this.#remove(entry) }
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes
  }

  #evict(entry: Entry): void {
    this.#remove(entry)
    entry.evicted?.()
    if (++this.#evicted < 2 * this.#reported) return
    this.#reported = this.#evicted
    this.#onEvicted(this.#evicted)
  }
}

export class ByteBudget {
  readonly #shares: Readonly<Record<Holder, ByteShare>>

  /** Throws a `RangeError` unless `maxHeldBytes` is over 0. `onEvicted` is called as that of `ByteShare`. */
  constructor(
    maxHeldBytes: number = DEFAULT_MAX_HELD_BYTES,
    onEvicted: (holder: Holder, count: number) => void = () => {}
  ) {
    assertLimits({ maxHeldBytes })
    const share = (holder: Holder): ByteShare =>
      new ByteShare(maxHeldBytes * SHARES[holder], (count) => onEvicted(holder, count))
    this.#shares = {
      events: share("events"),
      toolCalls: share("toolCalls"),
      requests: share("requests"),
      answers: share("answers"),
      ids: share("ids")
    }
  }

  share(holder: Holder): ByteShare {
    return this.#shares[holder]
  }
}
