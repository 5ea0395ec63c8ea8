/** The end of a text that may go on for ever. */

/** Keeps the last bytes of what is added. */
export interface OutputTail {
  add(text: string): void
  /** What is kept, from a character on. */
  text(): string
  /** Whether anything was dropped. */
  truncated(): boolean
}

/**
 * Keeps at most `limit` bytes of UTF-8. The start is dropped, and with it the rest of a character that the limit cuts.
 * Adding takes time in proportion to what is added, and at most twice the limit is held.
 */
export const outputTail = (limit: number): OutputTail => {
  let buffer = Buffer.alloc(0)
  let used = 0
  let dropped = false

  /** Makes room for `more` bytes, which are no more than the limit. */
  const makeRoom = (more: number) => {
    const kept = Math.min(used, limit)
    const roomier =
      kept + more <= buffer.length
        ? buffer
        : Buffer.alloc(Math.min(2 * limit, Math.max(kept + more, 2 * buffer.length)))
    buffer.copy(roomier, 0, used - kept, used)
    dropped ||= kept < used
    buffer = roomier
    used = kept
  }

  return {
    add: (text) => {
      const bytes = Buffer.from(text)
      const fitting = bytes.subarray(Math.max(0, bytes.length - limit))
      if (fitting.length < bytes.length) {
        dropped = true
        used = 0
      }
      if (used + fitting.length > buffer.length) makeRoom(fitting.length)
      used += fitting.copy(buffer, used)
    },
    text: () => {
      let start = Math.max(0, used - limit)
      if (dropped || start > 0) while (start < used && isContinuation(buffer[start])) start += 1
      return buffer.toString("utf8", start, used)
    },
    truncated: () => dropped || used > limit
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
