/** Watches whether the writer of a log lives, with one question for each lease. */
import type { LogLease, SessionLog } from "./session-log.ts"

/** After the end of a lease, so that the log sees it run out too. */
const SLACK_MS = 5
/** Until the question is asked again when it could not be answered. */
const RETRY_MS = 1000

/** Calls `onLost` when the lease of a log's writer has run out, once until it is started again. */
export class LeaseWatch {
  readonly #log: SessionLog
  readonly #key: string
  readonly #onLost: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #lost: LogLease | undefined

  constructor(log: SessionLog, key: string, onLost: () => void) {
    this.#log = log
    this.#key = key
    this.#onLost = onLost
  }

  /** The lease that has run out; undefined while the writer lives, or nothing is known. */
  get lost(): LogLease | undefined {
    return this.#lost
  }

  /** Begins to watch, or goes on after a loss. */
  start(): void {
    this.#lost = undefined
    if (this.#running) return
    this.#running = true
    void this.#ask()
  }

  stop(): void {
    this.#running = false
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<void> {
    const lease = await this.#log.lease(this.#key).catch(() => undefined)
    if (!this.#running) return
    if (lease === undefined || lease.remainingMs > 0) {
      this.#timer = setTimeout(() => void this.#ask(), lease === undefined ? RETRY_MS : lease.remainingMs + SLACK_MS)
      return
    }
    this.#running = false
    if (lease.epoch === 0) return
    this.#lost = lease
    this.#onLost()
  }
}
