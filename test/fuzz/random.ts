/** The choices of one schedule: all of them follow from its seed. */

/** Numbers that look random, the same for the same seed (the mulberry32 generator). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** A number from 0 up to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 up to `end`, without `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly [T, ...ReadonlyArray<T>]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  /** One of a list that may be empty. */
  anyOf<T>(choices: ReadonlyArray<T>): T | undefined {
    return choices[this.below(choices.length)]
  }

  /** Nothing, some turns of the microtask queue, or one turn of the event loop. */
  async pause(): Promise<void> {
    const kind = this.below(4)
    if (kind === 1) await nextTurn()
    if (kind > 1) for (let left = this.below(4); left >= 0; left--) await undefined
  }
}

/** The next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done))
