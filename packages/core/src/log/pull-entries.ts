/** Reads the entries of any log in order, and says where some are missing. */
import { comparePositions, type Position, START } from "./position.ts"
import type { Gap, LogBatch, LogEntry, ReadOptions } from "./session-log.ts"

/** A part of a log. */
export interface EntryRange {
  /** Differs between two logs that had the same key one after the other; empty when there is none. */
  readonly birth: string
  /** The last position of the log. */
  readonly last: Position
  readonly entries: ReadonlyArray<LogEntry>
}

/** The live end of a log, as one reader sees it. */
export interface LogTail {
  /** The entries that came since; undefined when they have to be read as a range. Waits until there may be some. */
  next(): Promise<ReadonlyArray<LogEntry> | undefined>
  close(): void
}

/** What a reader needs of a log. */
export interface EntrySource {
  /** Entries after a position, oldest first, as many as one pull should give; none only when there are none. */
  range(after: Position): Promise<EntryRange>
  /** Joins the live end after a position. `next` of the result returns when the signal is aborted. */
  tail(after: Position, signal: AbortSignal | undefined): LogTail
}

/** The gap between a position and the entry that was read next; undefined when the entry follows on it. */
const gapBefore = (from: Position, { at, previous = START }: LogEntry): Gap | undefined => {
  const to = at.n === 1 ? previous : { epoch: at.epoch, n: at.n - 1 }
  return comparePositions(from, to) === 0 ? undefined : { _tag: "Gap", from, to }
}

/** The entries of a source, pulled: what a log's `read` returns. Entries that are missing show as `Gap`s. */
export const pullEntries = (source: EntrySource, options: ReadOptions = {}): AsyncIterable<LogBatch> =>
  pulling(source, options)

async function* pulling(source: EntrySource, options: ReadOptions): AsyncGenerator<LogBatch> {
  const { follow = false, signal } = options
  let at = options.after ?? START
  let birth = ""
  let tail: LogTail | undefined
  const aborted = (): boolean => signal?.aborted === true
  try {
    while (!aborted()) {
      let entries = await tail?.next()
      if (entries === undefined) {
        tail?.close()
        tail = undefined
        if (aborted()) return
        const range = await source.range(at)
        const reborn = birth !== "" && range.birth !== "" && range.birth !== birth
        birth = range.birth === "" ? birth : range.birth
        if (reborn || comparePositions(range.last, at) < 0) {
          const to = reborn ? START : range.last
          yield { _tag: "Gap", from: at, to }
          at = to
          continue
        }
        entries = range.entries
        if (entries.length === 0) {
          // Nothing is left of what was there.
          if (comparePositions(range.last, at) > 0) {
            yield { _tag: "Gap", from: at, to: range.last }
            at = range.last
          }
          if (!follow) return
          tail = source.tail(at, signal)
          continue
        }
      }
      const first = entries[0]
      if (first === undefined) continue
      const gap = gapBefore(at, first)
      if (gap !== undefined) yield gap
      at = entries[entries.length - 1]?.at ?? at
      yield { _tag: "Entries", entries }
    }
  } finally {
    tail?.close()
  }
}
