/** Wakes those who wait for something to change. */

/** Waits until the next change, or until a signal is aborted. */
export class Changes {
  readonly #waiting = new Set<() => void>()

  /** Wakes all who wait. */
  notify(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Resolves at the next change, and at once when the signal is aborted already. */
  next(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener("abort", wake)
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal?.addEventListener("abort", wake)
    })
  }
}
