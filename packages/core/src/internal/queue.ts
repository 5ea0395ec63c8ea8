/** A first-in-first-out queue whose cost does not grow with its length, unlike that of `Array.shift`. */

/** Values in the order in which they came. */
export interface Queue<Value> {
  readonly size: number
  readonly push: (value: Value) => void
  /** Takes the oldest value out; only to be called while there is one. */
  readonly take: () => Value
  readonly clear: () => void
}

/** Makes an empty queue. */
export const createQueue = <Value>(): Queue<Value> => {
  let incoming: Array<Value> = []
  /** Older than `incoming`, oldest last. */
  let outgoing: Array<Value> = []
  return {
    get size() {
      return incoming.length + outgoing.length
    },
    push(value) {
      incoming.push(value)
    },
    take() {
      if (outgoing.length === 0) {
        outgoing = incoming.reverse()
        incoming = []
      }
      return outgoing.pop() as Value
    },
    clear() {
      incoming = []
      outgoing = []
    }
  }
}
