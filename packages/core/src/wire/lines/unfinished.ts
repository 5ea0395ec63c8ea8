/** The bytes of a line that has not ended yet, at a cost near their number however small the chunks they come in. */

/** A chunk smaller than this is copied, since a view of it costs more than its bytes. */
const SMALL = 4096
const LARGEST_BLOCK = 1024 * 1024
const NO_BYTES = new Uint8Array(0)

/** Collects parts; small ones are copied into a block that grows. */
export class Unfinished {
  /** Views of large chunks and full blocks, in order; what is in the block comes after them. */
  #parts: Array<Uint8Array> = []
  #block: Uint8Array = NO_BYTES
  #used = 0
  #bytes = 0

  /** Bytes collected so far. */
  get bytes(): number {
    return this.#bytes
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length
    if (part.length >= SMALL) {
      this.#closeBlock()
      this.#parts.push(part)
    } else {
      this.#copy(part)
    }
  }

  /** All bytes in one array, and a fresh start. The array is good until the next `add`. */
  take(): Uint8Array {
    const parts = this.parts()
    const all = parts.length === 1 ? (parts[0] as Uint8Array) : joined(parts, this.#bytes)
    this.clear()
    return all
  }

  /** The bytes in order, as they lie. Good until the next `add`. */
  parts(): ReadonlyArray<Uint8Array> {
    return this.#used === 0 ? this.#parts : [...this.#parts, this.#block.subarray(0, this.#used)]
  }

  /** Forgets all; the block is kept for the next line. */
  clear(): void {
    this.#parts = []
    this.#used = 0
    this.#bytes = 0
    if (this.#block.length > SMALL) this.#block = NO_BYTES
  }

  #copy(part: Uint8Array): void {
    if (this.#used + part.length > this.#block.length) {
      const size = Math.min(LARGEST_BLOCK, Math.max(SMALL, 2 * this.#block.length))
      this.#closeBlock()
      this.#block = new Uint8Array(size)
    }
    this.#block.set(part, this.#used)
    this.#used += part.length
  }

  #closeBlock(): void {
    if (this.#used === 0) return
    this.#parts.push(this.#block.subarray(0, this.#used))
    this.#block = NO_BYTES
    this.#used = 0
  }
}

/** The first `size` bytes of the parts, as one array of its own. */
export const joined = (parts: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  const all = new Uint8Array(Math.min(size, total))
  let at = 0
  for (const part of parts) {
    if (at === all.length) break
    const fitting = part.length > all.length - at ? part.subarray(0, all.length - at) : part
    all.set(fitting, at)
    at += fitting.length
  }
  return all
}
