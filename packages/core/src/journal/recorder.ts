/** Numbers records and hands them to a journal one batch after the other. */
import { JournalFailed } from "../failures.ts"
import { isThenable } from "../internal/thenable.ts"
import { thrownText } from "../internal/thrown-text.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import { toBase64 } from "./base64.ts"
import type { Journal, JournalRecord, LocalDecision } from "./record.ts"

/** The recording side of a transport. Every method throws or rejects with `JournalFailed`. */
export interface Recorder {
  readonly incoming: (lines: ReadonlyArray<Line | Oversize>) => void | Promise<void>
  readonly outgoing: (line: string) => void | Promise<void>
  readonly local: (decision: LocalDecision, after: number) => void | Promise<void>
  /** Remembers the bytes of a line that is not UTF-8, to be recorded with it. */
  readonly foreignBytes: (seq: number, bytes: Uint8Array) => void
}

/** Records into `journal`. An append that is still running is awaited before the next, so that order is kept. */
export const createRecorder = (journal: Journal, epoch: number): Recorder => {
  let n = 0
  let chunk = 0
  let last: Promise<void> | undefined
  const foreign = new Map<number, Uint8Array>()

  const append = (records: ReadonlyArray<JournalRecord>): void | Promise<void> => {
    if (last === undefined) {
      const pending = attempt(() => journal.append(records))
      return isThenable(pending) ? follow(pending) : undefined
    }
    return follow(last.then(() => attempt(() => journal.append(records))))
  }

  const follow = (pending: PromiseLike<unknown>): Promise<void> => {
    const mine: Promise<void> = Promise.resolve(pending).then(
      () => {},
      (error: unknown) => {
        throw journalFailed(error)
      }
    )
    last = mine
    const settle = (): void => {
      if (last === mine) last = undefined
    }
    mine.then(settle, () => {})
    return mine
  }

  const incomingRecord = (line: Line | Oversize): JournalRecord => {
    const record = { n: ++n, epoch, direction: "in" as const, seq: line.seq, chunk }
    if (line._tag === "Oversize") {
      const { bytes, limit, head, tail } = line
      return { ...record, oversize: { bytes, limit, head, tail } }
    }
    const bytes = foreign.get(line.seq)
    if (bytes === undefined) return { ...record, text: line.text }
    foreign.delete(line.seq)
    return { ...record, base64: toBase64(bytes) }
  }

  return {
    incoming: (lines) => {
      if (lines.length === 0) return undefined
      chunk++
      return append(lines.map(incomingRecord))
    },
    outgoing: (text) => append([{ n: ++n, epoch, direction: "out", text }]),
    local: (decision, after) => append([{ n: ++n, epoch, direction: "local", after, decision }]),
    foreignBytes: (seq, bytes) => foreign.set(seq, bytes)
  }
}

const attempt = (append: () => unknown): unknown => {
  try {
    return append()
  } catch (error) {
    throw journalFailed(error)
  }
}

const journalFailed = (error: unknown): JournalFailed =>
  error instanceof JournalFailed ? error : new JournalFailed({ reason: thrownText(error) }, { cause: error })
