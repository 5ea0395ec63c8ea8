/** The one loop behind everything that is done step by step: never nested, and waiting for the steps that take time. */

/** Does the next thing: false when there is nothing to do, a promise when the loop has to wait for it, else true. */
export type Step = () => boolean | PromiseLike<unknown>

export interface LoopDeps {
  readonly step: Step
  /** Called each time nothing is left to do. */
  readonly rested?: () => void
  /** Called with what a step threw or rejected with, instead of going on. Absent, what is thrown passes through. */
  readonly failed?: (error: unknown) => void
}

/**
 * Runs steps until none is left. A call from inside a step, or while one is awaited, returns at once: what it was called
 * for is done when its turn comes.
 */
export class Loop {
  readonly #deps: LoopDeps
  readonly #goOn = (): void => {
    this.#running = false
    this.run()
  }
  readonly #fail = (error: unknown): void => {
    this.#running = false
    this.#deps.failed?.(error)
  }
  #running = false

  constructor(deps: LoopDeps) {
    this.#deps = deps
  }

  /** Whether a step is being done or awaited. */
  get running(): boolean {
    return this.#running
  }

  /** Runs what is left; `first` is done before, where nothing is running. */
  run(first?: () => void): void {
    if (this.#running) return
    this.#running = true
    const { step, failed, rested } = this.#deps
    try {
      first?.()
      for (let more = step(); more !== false; more = step()) {
        if (more === true) continue
        more.then(this.#goOn, this.#fail)
        return
      }
    } catch (error) {
      this.#running = false
      if (failed === undefined) throw error
      failed(error)
      return
    }
    this.#running = false
    rested?.()
  }
}
