/** Keeps the lines that were sent until the peer has said that they arrived, so that they can be sent again. */

/** A line with its running number in its direction, from 1. */
export interface Outgoing {
  readonly position: number
  readonly line: string
}

/** How many taken entries stand at the front before the array is cut. */
const COMPACT_AT = 1024

/** Lines by position: read one after the other, read again from a position, released once acknowledged. */
export class Outbox {
  readonly #window: number
  #kept: Array<Outgoing> = []
  #first = 0
  #unread = 0
  #size = 0
  #last = 0
  #waiters: Array<() => void> = []

  /** `window`: how many characters may be kept before `room` has to be waited for. */
  constructor(window: number) {
    this.#window = window
  }

  /** The position of the newest line, 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** How many characters are kept. */
  get size(): number {
    return this.#size
  }

  /** The position up to which nothing is kept any more. */
  get taken(): number {
    return this.#last - (this.#kept.length - this.#first)
  }

  get hasUnread(): boolean {
    return this.#unread < this.#kept.length
  }

  push(line: string): void {
    this.#kept.push({ position: ++this.#last, line })
    this.#size += line.length
  }

  /** The next line to send; it stays until it is acknowledged. */
  next(): Outgoing | undefined {
    const entry = this.#kept[this.#unread]
    if (entry !== undefined) this.#unread++
    return entry
  }

  /** Lets go of every line up to and with `position`, as far as it has been read. */
  acknowledge(position: number): void {
    for (let entry = this.#kept[this.#first]; this.#first < this.#unread; entry = this.#kept[this.#first]) {
      if (entry === undefined || entry.position > position) break
      this.#size -= entry.line.length
      this.#first++
    }
    if (this.#first === this.#kept.length) this.#cut()
    else if (this.#first >= COMPACT_AT && this.#first * 2 >= this.#kept.length) this.#cut()
    if (this.#hasRoom()) this.#wake()
  }

  /** Goes back, or forward, to the line after `position`; false when that is not kept, or was never sent. */
  rewind(position: number): boolean {
    const oldest = this.taken
    if (!Number.isSafeInteger(position) || position < oldest || position > this.#last) return false
    this.#unread = this.#first + (position - oldest)
    this.acknowledge(position)
    return true
  }

  /** Undefined while there is room for more; else resolves when there is. */
  room(): Promise<void> | undefined {
    return this.#hasRoom() ? undefined : new Promise((resolve) => this.#waiters.push(resolve))
  }

  /** Keeps nothing any more and lets everybody go who waits for room. */
  clear(): void {
    this.#kept = []
    this.#first = 0
    this.#unread = 0
    this.#size = 0
    this.#wake()
  }

  #hasRoom(): boolean {
    return this.#size <= this.#window
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve()
  }

  #cut(): void {
    this.#kept = this.#kept.slice(this.#first)
    this.#unread -= this.#first
    this.#first = 0
  }
}
