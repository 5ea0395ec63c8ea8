/** Values to JSON text at any depth, where `JSON.stringify` runs out of stack. */

/**
 * The JSON of a value as `JSON.stringify` has it; undefined for what JSON leaves out. Throws what it throws: a
 * `TypeError` for a cycle or a `BigInt`, and whatever a getter or a `toJSON` throws.
 */
export const jsonText = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new DeepWriter().write(value)
  }
}

/** Pieces joined at once: a string that grows piece by piece would keep an object for each of them. */
const PIECES = 4096

/** Writes with a stack of its own: what is open, where it stands, and the keys of what is an object. */
class DeepWriter {
  readonly #open: Array<object> = []
  readonly #next: Array<number> = []
  readonly #keys: Array<ReadonlyArray<string> | undefined> = []
  readonly #ancestors = new Set<object>()
  #pieces: Array<string> = []
  #text = ""

  write(value: unknown): string | undefined {
    if (!this.#put(plain(value, ""), "")) return undefined
    while (this.#open.length > 0) this.#step()
    return this.#text + this.#pieces.join("")
  }

  /** Writes the next member of what was opened last, or closes it. */
  #step(): void {
    const top = this.#open.length - 1
    const parent = this.#open[top] as object
    const keys = this.#keys[top]
    const at = this.#next[top] as number
    const wasFirst = this.#pieces.at(-1) === (keys === undefined ? "[" : "{")
    if (at === (keys ?? (parent as ReadonlyArray<unknown>)).length) {
      this.#piece(keys === undefined ? "]" : "}")
      this.#open.pop()
      this.#next.pop()
      this.#keys.pop()
      this.#ancestors.delete(parent)
      return
    }
    this.#next[top] = at + 1
    const comma = wasFirst ? "" : ","
    if (keys === undefined) {
      const value = plain((parent as ReadonlyArray<unknown>)[at], String(at))
      if (!this.#put(value, comma)) this.#piece(`${comma}null`)
    } else {
      const key = keys[at] as string
      this.#put(plain((parent as Readonly<Record<string, unknown>>)[key], key), `${comma}${JSON.stringify(key)}:`)
    }
  }

  /** Writes a value that is complete, or opens one; false, and nothing written, when JSON leaves it out. */
  #put(value: unknown, before: string): boolean {
    if (typeof value !== "object" || value === null) {
      const text: string | undefined = JSON.stringify(value)
      if (text !== undefined) this.#piece(before + text)
      return text !== undefined
    }
    if (this.#ancestors.has(value)) throw new TypeError("a cycle has no JSON")
    this.#ancestors.add(value)
    this.#open.push(value)
    this.#next.push(0)
    const isList = Array.isArray(value)
    this.#keys.push(isList ? undefined : Object.keys(value))
    if (before !== "") this.#piece(before)
    this.#piece(isList ? "[" : "{")
    return true
  }

  #piece(text: string): void {
    if (this.#pieces.length >= PIECES) {
      this.#text += this.#pieces.join("")
      this.#pieces = []
    }
    this.#pieces.push(text)
  }
}

/** What JSON writes for a value: the result of its `toJSON`, and the primitive that is boxed. */
const plain = (value: unknown, key: string): unknown => {
  const converted =
    typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function"
      ? (value.toJSON(key) as unknown)
      : value
  return converted instanceof Number || converted instanceof String || converted instanceof Boolean
    ? converted.valueOf()
    : converted
}
