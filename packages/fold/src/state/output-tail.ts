/** The end of a text that grows without bound: what is kept, and how much went. */

/** Bytes of one UTF-16 unit as UTF-8: a surrogate is half of four. */
const bytesOfUnit = (unit: number): number =>
  unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3

/** The size of a text as UTF-8. */
const bytesOf = (text: string): number => {
  let bytes = 0
  for (let place = 0; place < text.length; place += 1) bytes += bytesOfUnit(text.charCodeAt(place))
  return bytes
}

/** The end of a text that fits into so many bytes, from a whole character on. */
const endOf = (text: string, maxBytes: number): string => {
  let bytes = 0
  let place = text.length
  while (place > 0 && bytes <= maxBytes) {
    place -= 1
    bytes += bytesOfUnit(text.charCodeAt(place))
  }
  if (bytes <= maxBytes) return text
  place += 1
  const isInPair = (text.charCodeAt(place) & 0xfc00) === 0xdc00 && (text.charCodeAt(place - 1) & 0xfc00) === 0xd800
  return text.slice(isInPair ? place + 1 : place)
}

/**
 * The last bytes of what was appended. Two pieces are kept, each up to the limit, and the older goes as a whole, so that
 * appending costs what is appended, and at most two limits and one chunk are held.
 */
export class OutputTail {
  readonly #older: string
  readonly #recent: string
  readonly #olderBytes: number
  readonly #recentBytes: number
  readonly #gone: number
  readonly #maxBytes: number
  #text: string | undefined

  private constructor(
    maxBytes: number,
    [older, olderBytes]: readonly [text: string, bytes: number],
    [recent, recentBytes]: readonly [text: string, bytes: number],
    gone: number
  ) {
    this.#maxBytes = maxBytes
    this.#older = older
    this.#olderBytes = olderBytes
    this.#recent = recent
    this.#recentBytes = recentBytes
    this.#gone = gone
  }

  /** A tail that holds this text, before which so many bytes went. */
  static from(text: string, gone: number, maxBytes: number): OutputTail {
    return new OutputTail(maxBytes, ["", 0], [text, bytesOf(text)], gone)
  }

  /** This tail and more text. */
  with(data: string): OutputTail {
    const bytes = bytesOf(data)
    if (this.#recentBytes + bytes <= this.#maxBytes) {
      const recent = [this.#recent + data, this.#recentBytes + bytes] as const
      return new OutputTail(this.#maxBytes, [this.#older, this.#olderBytes], recent, this.#gone)
    }
    const kept = bytes > this.#maxBytes ? endOf(data, this.#maxBytes) : data
    const keptBytes = kept === data ? bytes : bytesOf(kept)
    if (kept === data) {
      const older = [this.#recent, this.#recentBytes] as const
      return new OutputTail(this.#maxBytes, older, [data, bytes], this.#gone + this.#olderBytes)
    }
    const gone = this.#gone + this.#olderBytes + this.#recentBytes + bytes - keptBytes
    return new OutputTail(this.#maxBytes, ["", 0], [kept, keptBytes], gone)
  }

  /** The last bytes, put together when they are first read. */
  get text(): string {
    this.#text ??= this.#isWhole ? this.#older + this.#recent : endOf(this.#older + this.#recent, this.#maxBytes)
    return this.#text
  }

  /** Whether anything went from its start. */
  get isCut(): boolean {
    return this.#gone > 0 || !this.#isWhole
  }

  /** How many bytes went from its start; found when it is first asked for. */
  get gone(): number {
    return this.#isWhole ? this.#gone : this.#gone + this.#olderBytes + this.#recentBytes - bytesOf(this.text)
  }

  get #isWhole(): boolean {
    return this.#olderBytes + this.#recentBytes <= this.#maxBytes
  }
}
