/** Numbers records and hands them to a journal one batch after the other. */
import { JournalFailed } from "../failures.ts"
import { isThenable } from "../internal/thenable.ts"
import { thrownText } from "../internal/thrown-text.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import { toBase64 } from "./base64.ts"
import type { Journal, JournalRecord, LocalDecision } from "./record.ts"

/**
 * The recording side of a transport: records into a journal. An append that is still running is awaited before the next,
 * so that order is kept. Every method throws or rejects with `JournalFailed`.
 */
export class Recorder {
  readonly #journal: Journal
  readonly #epoch: number
  readonly #foreign = new Map<number, Uint8Array>()
  #n = 0
  #chunk = 0
  #last: Promise<void> | undefined

  constructor(journal: Journal, epoch: number) {
    this.#journal = journal
    this.#epoch = epoch
  }

  incoming(lines: ReadonlyArray<Line | Oversize>): void | Promise<void> {
    if (lines.length === 0) return undefined
    this.#chunk++
    return this.#append(lines.map((line) => this.#incomingRecord(line)))
  }

  outgoing(text: string): void | Promise<void> {
    return this.#append([{ n: ++this.#n, epoch: this.#epoch, direction: "out", text }])
  }

  local(decision: LocalDecision, after: number): void | Promise<void> {
    return this.#append([{ n: ++this.#n, epoch: this.#epoch, direction: "local", after, decision }])
  }

  /** Remembers the bytes of a line that is not UTF-8, to be recorded with it. */
  foreignBytes(seq: number, bytes: Uint8Array): void {
    this.#foreign.set(seq, bytes)
  }

  #append(records: ReadonlyArray<JournalRecord>): void | Promise<void> {
    if (this.#last === undefined) {
      const pending = this.#attempt(records)
      return isThenable(pending) ? this.#follow(pending) : undefined
    }
    return this.#follow(this.#last.then(() => this.#attempt(records)))
  }

  #attempt(records: ReadonlyArray<JournalRecord>): unknown {
    try {
      return this.#journal.append(records)
    } catch (error) {
      throw journalFailed(error)
    }
  }

  #follow(pending: PromiseLike<unknown>): Promise<void> {
    const mine: Promise<void> = Promise.resolve(pending).then(
      () => {},
      (error: unknown) => {
        throw journalFailed(error)
      }
    )
    this.#last = mine
    const settle = (): void => {
      if (this.#last === mine) this.#last = undefined
    }
    mine.then(settle, () => {})
    return mine
  }

  #incomingRecord(line: Line | Oversize): JournalRecord {
    const record = { n: ++this.#n, epoch: this.#epoch, direction: "in" as const, seq: line.seq, chunk: this.#chunk }
    if (line._tag === "Oversize") {
      const { bytes, limit, head, tail } = line
      return { ...record, oversize: { bytes, limit, head, tail } }
    }
    const bytes = this.#foreign.get(line.seq)
    if (bytes === undefined) return { ...record, text: line.text }
    this.#foreign.delete(line.seq)
    return { ...record, base64: toBase64(bytes) }
  }
}

const journalFailed = (error: unknown): JournalFailed =>
  error instanceof JournalFailed ? error : new JournalFailed({ reason: thrownText(error) }, { cause: error })
