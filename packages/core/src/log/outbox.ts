/** What waits to be published, bounded in bytes. */
import { BufferOverflow } from "../failures.ts"
import type { SessionEvent } from "../session/session-event.ts"
import type { Flow } from "../transport/flow.ts"
import { utf8Size } from "../wire/lines/utf8.ts"
import { Changes } from "./changes.ts"

/** One entry to be: its text, and the event that it is the text of. */
export interface Outgoing {
  readonly text: string
  readonly event?: SessionEvent
}

/** The most that one append takes, in entries and in bytes. */
const BATCH = { entries: 512, bytes: 1024 * 1024 }

/** A queue that holds the agent back while too much of it waits, or overflows when it can't. */
export class Outbox {
  readonly #limit: number
  readonly #flow: Flow | undefined
  readonly #changes = new Changes()
  #waiting: Array<Outgoing & { readonly bytes: number }> = []
  #bytes = 0
  #release: (() => void) | undefined
  #overflow: BufferOverflow | undefined

  constructor(limit: number, flow: Flow | undefined) {
    this.#limit = limit
    this.#flow = flow
  }

  /** Why nothing more can be queued; what was queued before can still be taken. */
  get overflow(): BufferOverflow | undefined {
    return this.#overflow
  }

  get empty(): boolean {
    return this.#waiting.length === 0
  }

  push(outgoing: Outgoing): void {
    if (this.#overflow !== undefined) return
    const bytes = utf8Size(outgoing.text)
    if (this.#bytes + bytes > this.#limit && this.#bytes > 0) {
      if (this.#flow === undefined)
        this.#overflow = new BufferOverflow({ bytes: this.#bytes + bytes, limit: this.#limit })
      else this.#release ??= this.#flow.hold()
    }
    if (this.#overflow === undefined) {
      this.#waiting.push({ ...outgoing, bytes })
      this.#bytes += bytes
    }
    this.#changes.notify()
  }

  /** Takes what one append takes; at least one entry unless none waits. */
  take(): ReadonlyArray<Outgoing> {
    let count = 0
    let bytes = 0
    for (const outgoing of this.#waiting) {
      if (count === BATCH.entries || (count > 0 && bytes + outgoing.bytes > BATCH.bytes)) break
      count++
      bytes += outgoing.bytes
    }
    this.#bytes -= bytes
    const taken = this.#waiting.splice(0, count)
    if (this.#bytes <= this.#limit / 2) this.letGo()
    return taken
  }

  /** Resolves when something was pushed, or `wake` was called. */
  changed(): Promise<void> {
    return this.#changes.next()
  }

  wake(): void {
    this.#changes.notify()
  }

  /** Lifts the hold, if there is one. */
  letGo(): void {
    this.#release?.()
    this.#release = undefined
  }
}
