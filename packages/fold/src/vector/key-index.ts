/**
 * Where each key of a growing list stands. A position never changes once it is given, so all snapshots of one line of
 * growth share one index, and each sees only what lies below its own length. A snapshot that grows differently gets an
 * index of its own, which is how forks of one snapshot never see each other. The price: a kept snapshot keeps the keys of
 * those that grew out of it.
 */
export class KeyIndex {
  /** In the order of their positions, so its size is how far the longest of the snapshots has grown. */
  readonly #positions = new Map<string, number>()

  /** The index of a list that has these keys, in order. */
  constructor(keys: Iterable<string>) {
    for (const key of keys) this.#positions.set(key, this.#positions.size)
  }

  /** The place of `key` in the snapshot of the given length, or -1. */
  find(key: string, length: number): number {
    const position = this.#positions.get(key)
    return position !== undefined && position < length ? position : -1
  }

  /**
   * The index for the snapshot of the given length grown by `key`. It is this one when nothing grew past that snapshot
   * yet, or when what grew there has the same key (the same events folded again, as React's strict mode does).
   */
  grow(key: string, length: number): KeyIndex {
    if (this.#positions.size === length) this.#positions.set(key, length)
    if (this.#positions.get(key) === length) return this
    return new KeyIndex([...this.#positions.keys()].slice(0, length).concat(key))
  }
}
