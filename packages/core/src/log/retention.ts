/** How much of a log is kept. */
import { comparePositions, type Position } from "./position.ts"

/** Bounds on a published session. Entries go only once a snapshot holds what they did, if snapshots are written. */
export interface Retention {
  /** Keep at least this many of the newest entries; default: all. */
  readonly entries?: number
  /** Keep entries for at least so many milliseconds; default: for ever. */
  readonly ageMs?: number
  /** Delete the log so many milliseconds after its publisher has ended or was lost; default: never. */
  readonly afterEndMs?: number
}

interface Mark {
  readonly at: Position
  /** Entries up to here. */
  readonly count: number
  readonly time: number
}

/** Remembers when the log was how long, and so what of it can go. */
export class RetentionMarks {
  readonly #keep: Retention
  #marks: Array<Mark> = []
  #count = 0

  constructor(keep: Retention) {
    this.#keep = keep
  }

  /** The log has `added` more entries and ends at `at`. */
  mark(at: Position, added: number, time: number): void {
    this.#count += added
    if (this.#keep.entries === undefined && this.#keep.ageMs === undefined) return
    this.#marks.push({ at, count: this.#count, time })
  }

  /** Up to where the log can be released; `covered` is what a snapshot holds, undefined when none are written. */
  trimmable(covered: Position | undefined, now: number): Position | undefined {
    const { entries = Number.POSITIVE_INFINITY, ageMs = Number.POSITIVE_INFINITY } = this.#keep
    const last = this.#marks.findLastIndex(
      ({ at, count, time }) =>
        (this.#count - count >= entries || now - time >= ageMs) &&
        (covered === undefined || comparePositions(at, covered) <= 0)
    )
    if (last < 0) return undefined
    const [found] = this.#marks.splice(0, last + 1).slice(-1)
    return found?.at
  }
}
