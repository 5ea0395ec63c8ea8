/**
 * Where each key of a growing list stands. A position never changes once it is given, so all snapshots of one line of
 * growth share one index, and each sees only what lies below its own length. A snapshot that grows differently gets an
 * index of its own, which is how forks of one snapshot never see each other. The price: a kept snapshot keeps the keys of
 * those that grew out of it.
 */
export class KeyIndex {
  readonly #positions: Map<string, number>
  /** How many positions are taken, by whichever snapshot grew furthest. */
  #taken: number

  private constructor(positions: Map<string, number>, taken: number) {
    this.#positions = positions
    this.#taken = taken
  }

  /** The index of a list that has these keys, in order. */
  static of(keys: Iterable<string>): KeyIndex {
    const positions = new Map<string, number>()
    for (const key of keys) positions.set(key, positions.size)
    return new KeyIndex(positions, positions.size)
  }

  /** The place of `key` in the snapshot of the given length, or -1. */
  find(key: string, length: number): number {
    const position = this.#positions.get(key)
    return position !== undefined && position < length ? position : -1
  }

  /**
   * The index for the snapshot of the given length grown by `key`. It is this one when nobody grew past that snapshot
   * yet, or when what grew there has the same key (the same events folded again, as React's strict mode does).
   */
  grow(key: string, length: number): KeyIndex {
    if (this.#taken === length) {
      this.#positions.set(key, length)
      this.#taken = length + 1
      return this
    }
    if (this.#positions.get(key) === length) return this
    const own = new Map<string, number>()
    for (const [known, position] of this.#positions) {
      if (position >= length) break
      own.set(known, position)
    }
    return new KeyIndex(own.set(key, length), length + 1)
  }
}
