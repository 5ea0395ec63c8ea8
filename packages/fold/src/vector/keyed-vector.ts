/** An immutable list whose elements have keys: grown, patched and searched at a cost that does not grow with it. */
import { KeyIndex } from "./key-index.ts"
import { hasRoomFor, leafAt, type Node, WIDTH, withElement, withLeaf } from "./nodes.ts"

/** The part of a vector that is plain data, and all that a structured clone of it keeps. */
export interface VectorData {
  readonly length: number
  readonly levels: number
  readonly root: Node
  readonly tail: Node
}

/**
 * A persistent vector with keys. Every change gives a new vector that shares what did not change; old ones stay as they
 * were. Elements are read by place (`at`), in order (it is iterable), or by key (`get`).
 */
export class KeyedVector<T> implements VectorData, Iterable<T> {
  /** Number of elements. */
  readonly length: number
  /** Branch levels of `root`. */
  readonly levels: number
  /** All full leaves but the last elements. */
  readonly root: Node
  /** The last 1 to 32 elements; empty only in an empty vector. */
  readonly tail: Node
  readonly #keyOf: (element: T) => string
  #index: KeyIndex | undefined

  private constructor(
    keyOf: (element: T) => string,
    length: number,
    levels: number,
    root: Node,
    tail: Node,
    index?: KeyIndex
  ) {
    this.length = length
    this.levels = levels
    this.root = root
    this.tail = tail
    this.#keyOf = keyOf
    this.#index = index
  }

  /** A vector with nothing in it; `keyOf` must give each element a key of its own that later patches keep. */
  static empty<T>(keyOf: (element: T) => string): KeyedVector<T> {
    return KeyedVector.revive({ length: 0, levels: 1, root: [], tail: [] }, keyOf)
  }

  /** The vector of these elements. */
  static from<T>(elements: Iterable<T>, keyOf: (element: T) => string): KeyedVector<T> {
    let vector = KeyedVector.empty(keyOf)
    for (const element of elements) vector = vector.append(element)
    return vector
  }

  /** The vector that a structured clone or another copy of this package left as plain data. */
  static revive<T>(data: VectorData, keyOf: (element: T) => string): KeyedVector<T> {
    return data instanceof KeyedVector ? data : new KeyedVector(keyOf, data.length, data.levels, data.root, data.tail)
  }

  /** The element at `index`; a negative one counts from the end. */
  at(index: number): T | undefined {
    const whole = Math.trunc(index) || 0
    const place = whole < 0 ? whole + this.length : whole
    if (place < 0 || place >= this.length) return undefined
    return this.#leaf(place)[place % WIDTH] as T
  }

  /** The place of the element with this key, or -1. */
  indexOf(key: string): number {
    return this.#keys().find(key, this.length)
  }

  /** The element with this key. */
  get(key: string): T | undefined {
    const index = this.indexOf(key)
    return index < 0 ? undefined : this.at(index)
  }

  /** This vector and `element` after its last one. Its key must be new. */
  append(element: T): KeyedVector<T> {
    const index = this.#keys().grow(this.#keyOf(element), this.length)
    const length = this.length + 1
    const { levels, root, tail } = this
    if (tail.length < WIDTH) {
      return new KeyedVector(this.#keyOf, length, levels, root, [...tail, element], index)
    }
    const start = this.length - WIDTH
    const fits = hasRoomFor(levels, start)
    const grown = fits ? levels : levels + 1
    const next = withLeaf(fits ? root : [root], grown, start, tail)
    return new KeyedVector(this.#keyOf, length, grown, next, [element], index)
  }

  /** This vector with `element` at `index`, which must be a place in it. The key must stay the same. */
  set(index: number, element: T): KeyedVector<T> {
    const { length, levels, root, tail } = this
    const isInTail = index >= length - tail.length
    const leaf = withElement(isInTail ? tail : leafAt(root, levels, index), index, element)
    return isInTail
      ? new KeyedVector(this.#keyOf, length, levels, root, leaf, this.#index)
      : new KeyedVector(this.#keyOf, length, levels, withLeaf(root, levels, index, leaf), tail, this.#index)
  }

  /** The elements in order. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.toJSON()[Symbol.iterator]()
  }

  /** The elements as a plain array, which is also how `JSON.stringify` shows the vector. */
  toJSON(): ReadonlyArray<T> {
    const elements: Array<T> = []
    for (let start = 0; start < this.length; start += WIDTH) {
      for (const element of this.#leaf(start)) elements.push(element as T)
    }
    return elements
  }

  #leaf(index: number): Node {
    return index >= this.length - this.tail.length ? this.tail : leafAt(this.root, this.levels, index)
  }

  #keys(): KeyIndex {
    this.#index ??= new KeyIndex(this.toJSON().map(this.#keyOf))
    return this.#index
  }
}
