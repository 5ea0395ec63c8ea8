/**
 * Splits byte chunks into lines. Only the byte LF ends a line, so a multi-byte character is never cut: text is decoded for
 * whole lines. Any cutting of the same bytes into chunks gives the same lines.
 */
import type { Line, Oversize } from "./line.ts"
import { isUtf8, textOf } from "./text.ts"
import { joined, Unfinished } from "./unfinished.ts"

/** How to split. */
export interface SplitOptions {
  /** Largest line in bytes, without its LF and one CR before it; over 0, default 32 MiB. */
  readonly maxLineBytes?: number
  /** Called with the bytes of each line that is not UTF-8 throughout, before the line is returned. */
  readonly onForeignBytes?: (seq: number, bytes: Uint8Array) => void
}

/** The limit that the official SDK uses too. */
export const DEFAULT_MAX_LINE_BYTES = 32 * 1024 * 1024

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const EDGE_BYTES = 256
const REPLACEMENT = "\uFFFD"

/** A line that passed the limit and is skipped to its LF: only its two ends and its size are kept. */
interface Skipped {
  head: Uint8Array
  /** The last bytes, one more than are shown, since a CR before the LF does not count. */
  tail: Uint8Array
  bytes: number
}

/** The machine: `split` chunks into the lines that end in them; `flush` gives a last line without LF. */
export class LineSplitter {
  readonly #limit: number
  readonly #onForeignBytes: SplitOptions["onForeignBytes"]
  #seq = 0
  readonly #rest = new Unfinished()
  #skipped: Skipped | undefined

  constructor({ maxLineBytes = DEFAULT_MAX_LINE_BYTES, onForeignBytes }: SplitOptions = {}) {
    this.#limit = maxLineBytes
    this.#onForeignBytes = onForeignBytes
  }

  /** The lines that end in this chunk. The splitter keeps a view of the chunk when its last line goes on. */
  split(chunk: Uint8Array): Array<Line | Oversize> {
    const lines: Array<Line | Oversize> = []
    let start = 0
    let end = chunk.indexOf(LF)
    while (end !== -1) {
      const line =
        this.#rest.bytes === 0 && this.#skipped === undefined
          ? this.#line(chunk, start, end)
          : this.#close(chunk, start, end)
      if (line !== undefined) lines.push(line)
      start = end + 1
      end = chunk.indexOf(LF, start)
    }
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.subarray(start))
    return lines
  }

  /** The last line, if the bytes did not end with LF. The splitter starts over after it. */
  flush(): Array<Line | Oversize> {
    const line = this.#close(new Uint8Array(0), 0, 0)
    return line === undefined ? [] : [line]
  }

  /** Bytes held for a line that has not ended; never over the limit and one chunk. */
  get pendingBytes(): number {
    return this.#rest.bytes
  }

  #line(bytes: Uint8Array, from: number, to: number): Line | Oversize | undefined {
    const end = to > from && bytes[to - 1] === CR ? to - 1 : to
    const size = end - from
    if (size > this.#limit) {
      return this.#oversize(
        bytes.subarray(from, Math.min(end, from + EDGE_BYTES)),
        bytes.subarray(Math.max(from, end - EDGE_BYTES), end),
        size
      )
    }
    const start = startsWithBom(bytes, from, end) ? from + 3 : from
    if (isBlank(bytes, start, end)) return undefined
    const text = textOf(bytes, start, end)
    const seq = ++this.#seq
    if (this.#onForeignBytes !== undefined && text.includes(REPLACEMENT)) {
      const raw = bytes.subarray(from, end)
      // Copied: where the line came in pieces the array is used again.
      if (!isUtf8(raw)) this.#onForeignBytes(seq, raw.slice())
    }
    return { _tag: "Line", seq, text, bytes: size }
  }

  #oversize(head: Uint8Array, tail: Uint8Array, bytes: number): Oversize {
    return {
      _tag: "Oversize",
      seq: ++this.#seq,
      bytes,
      limit: this.#limit,
      head: textOf(head, 0, head.length),
      tail: textOf(tail, 0, tail.length)
    }
  }

  #keep(part: Uint8Array): void {
    const skipped = this.#skipped
    if (skipped !== undefined) {
      skipped.bytes += part.length
      skipped.tail = lastBytes([skipped.tail, part])
      if (skipped.head.length < EDGE_BYTES) skipped.head = joined([skipped.head, part], EDGE_BYTES)
      return
    }
    this.#rest.add(part)
    // One byte more may be a CR before the LF, which does not count.
    if (this.#rest.bytes > this.#limit + 1) {
      const parts = this.#rest.parts()
      this.#skipped = { head: joined(parts, EDGE_BYTES), tail: lastBytes(parts), bytes: this.#rest.bytes }
      this.#rest.clear()
    }
  }

  #close(chunk: Uint8Array, start: number, end: number): Line | Oversize | undefined {
    if (end > start) this.#keep(chunk.subarray(start, end))
    const skipped = this.#skipped
    if (skipped !== undefined) {
      this.#skipped = undefined
      const { head, tail } = skipped
      const carriageReturn = tail[tail.length - 1] === CR ? 1 : 0
      const bytes = skipped.bytes - carriageReturn
      const last = tail.length - carriageReturn
      return this.#oversize(head.subarray(0, bytes), tail.subarray(Math.max(0, last - EDGE_BYTES), last), bytes)
    }
    const { bytes } = this.#rest
    return bytes === 0 ? undefined : this.#line(this.#rest.take(), 0, bytes)
  }
}

const startsWithBom = (bytes: Uint8Array, from: number, to: number): boolean =>
  bytes[from] === 0xef && to - from >= 3 && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf

const isBlank = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    if (byte > SPACE || (byte !== SPACE && (byte < 0x09 || byte > CR))) return false
  }
  return true
}

/** The last bytes of the parts, copied, so that no chunk stays alive for them. */
const lastBytes = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const wanted = EDGE_BYTES + 1
  let ends: Array<Uint8Array> = []
  let size = 0
  for (let i = parts.length - 1; i >= 0 && size < wanted; i--) {
    const part = parts[i] as Uint8Array
    const end = part.subarray(Math.max(0, part.length - (wanted - size)))
    ends = [end, ...ends]
    size += end.length
  }
  return joined(ends, wanted)
}
