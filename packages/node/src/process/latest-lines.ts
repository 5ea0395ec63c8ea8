/** The last lines of an output that may go on for ever. */

/** What a string takes in memory besides its characters, with its place in an array. */
const overhead = 32

/**
 * Keeps the last lines within `limit` bytes as they lie in memory. Adding takes constant time on average: dropped lines
 * leave a gap at the front, which is closed once it is as long as what is kept.
 */
export class LatestLines {
  readonly #limit: number
  #kept: Array<string> = []
  #first = 0
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(line: string): void {
    this.#kept.push(line)
    this.#bytes += sizeOf(line)
    while (this.#bytes > this.#limit && this.#first < this.#kept.length) {
      this.#bytes -= sizeOf(this.#kept[this.#first] ?? "")
      this.#kept[this.#first] = ""
      this.#first += 1
    }
    if (this.#first * 2 <= this.#kept.length) return
    this.#kept = this.#kept.slice(this.#first)
    this.#first = 0
  }

  lines(): ReadonlyArray<string> {
    return this.#kept.slice(this.#first)
  }
}

/** An estimate from above: a string of characters up to U+00FF takes half of it. */
const sizeOf = (line: string): number => 2 * line.length + overhead
