/** The clocks of one session. They stand still while delivery is held, the idle clock also while the agent waits for us. */
import { BehaviorSubject, type Observable, Subject, type Subscription, startWith, switchMap } from "rxjs"
import type { Clock } from "../session/machine/input.ts"
import { anyOf } from "./any-of.ts"
import { heldTimer } from "./held-timer.ts"

export interface SessionClocksDeps {
  readonly held: Observable<boolean>
  readonly expired: (clock: Clock, ms: number) => void
}

/** Runs each clock once at a time. */
export class SessionClocks {
  readonly #deps: SessionClocksDeps
  readonly #running = new Map<Clock, Subscription>()
  readonly #activity = new Subject<void>()
  readonly #waited = new BehaviorSubject(false)

  constructor(deps: SessionClocksDeps) {
    this.#deps = deps
  }

  /** Starts a clock of `ms` milliseconds; `Infinity` starts none. */
  start(clock: Clock, ms: number): void {
    this.stop([clock])
    if (ms === Number.POSITIVE_INFINITY) return
    const { held, expired } = this.#deps
    const paused = clock === "idle" ? anyOf(held, this.#waited) : held
    const once = heldTimer(ms, paused)
    const restarted = this.#activity.pipe(
      startWith(undefined),
      switchMap(() => once)
    )
    const source = clock === "idle" || clock === "quiet" ? restarted : once
    this.#running.set(
      clock,
      source.subscribe(() => {
        this.stop([clock])
        expired(clock, ms)
      })
    )
  }

  stop(clocks: ReadonlyArray<Clock>): void {
    for (const clock of clocks) {
      this.#running.get(clock)?.unsubscribe()
      this.#running.delete(clock)
    }
  }

  /** The agent gave a sign of life. */
  active(): void {
    if (this.#activity.observed) this.#activity.next()
  }

  /** Whether the agent waits for us. */
  waited(waits: boolean): void {
    if (waits !== this.#waited.value) this.#waited.next(waits)
  }
}
