/** A first-in-first-out queue whose cost does not grow with its length, unlike that of `Array.shift`. */

/** Values in the order in which they came. */
export class Queue<Value> {
  #incoming: Array<Value> = []
  /** Older than what is incoming, oldest last. */
  #outgoing: Array<Value> = []

  get size(): number {
    return this.#incoming.length + this.#outgoing.length
  }

  add(value: Value): void {
    this.#incoming.push(value)
  }

  /** Takes the oldest value out; only to be called while there is one. */
  take(): Value {
    if (this.#outgoing.length === 0) {
      this.#outgoing = this.#incoming.reverse()
      this.#incoming = []
    }
    return this.#outgoing.pop() as Value
  }

  clear(): void {
    this.#incoming = []
    this.#outgoing = []
  }
}
