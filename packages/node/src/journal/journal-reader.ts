/** Makes records of the lines of a journal, and distinguishes a record that was cut off from damage. */
import { JournalFailed, type Line, type Oversize } from "@rxacp/core"
import type { JournalRecord } from "@rxacp/core/journal"
import { decodeRecord, isCutHeader, isCutRecord, refuseHeader, type TornRecord } from "./journal-format.ts"

const notRecord = "the line is not a record"

type Read = JournalRecord | TornRecord

/**
 * Reads one journal, line by line. A line that is the start of a record is where a writer was cut off if a new run begins after
 * it, or nothing does; any other that is not a record is damage, as is a record whose number does not follow.
 */
export class JournalReader {
  readonly #path: string
  readonly #onDamage: "fail" | "skip"
  #last: JournalRecord | undefined
  /** The last line, if it is not a record; what comes after it decides what it is. */
  #unreadable: TornRecord | undefined

  constructor(path: string, onDamage: "fail" | "skip") {
    this.#path = path
    this.#onDamage = onDamage
  }

  /** Throws `JournalFailed` for damage. */
  take(line: Line | Oversize): ReadonlyArray<Read> {
    if (line.seq === 1) return this.#takeHeader(line)
    const record = line._tag === "Line" && isWhole(line) ? decodeRecord(line.text) : undefined
    const before = this.#unreadable
    this.#unreadable = record === undefined ? torn(line) : undefined
    if (before?.line === 1) throw this.#failure(1, "the header is cut off")
    if (before !== undefined && record?.n !== 1) this.#damaged(before.line, notRecord)
    if (this.#unreadable !== undefined && !isCutRecord(this.#unreadable.text)) this.#damaged(line.seq, notRecord)
    if (record !== undefined) this.#check(record, line.seq)
    const read = [before, record].filter((each) => each !== undefined)
    this.#last = record ?? this.#last
    return read
  }

  /** What is left at the end of the file. */
  end(): ReadonlyArray<Read> {
    return this.#unreadable === undefined ? [] : [this.#unreadable]
  }

  #takeHeader(line: Line | Oversize): ReadonlyArray<Read> {
    const header = torn(line)
    if (isCutHeader(header.text)) {
      this.#unreadable = header
      return []
    }
    const refused = refuseHeader(header.text)
    if (refused !== undefined) throw new JournalFailed({ reason: `${this.#path}: ${refused}` })
    return []
  }

  #check({ n, epoch }: JournalRecord, line: number): void {
    if (n === 1) return
    const expected = (this.#last?.n ?? 0) + 1
    if (n !== expected) this.#damaged(line, `record ${expected} is missing, ${n} comes in its place`)
    else if (epoch !== this.#last?.epoch) this.#damaged(line, "the epoch changes inside of a run")
  }

  #damaged(line: number, reason: string): void {
    if (this.#onDamage === "fail") throw this.#failure(line, reason)
  }

  #failure(line: number, reason: string): JournalFailed {
    return new JournalFailed({ reason: `${this.#path}, line ${line}: ${reason}` })
  }
}

/** No line is over the limit that is set for reading. */
const torn = (line: Line | Oversize): TornRecord => ({
  direction: "torn",
  line: line.seq,
  text: line._tag === "Line" ? line.text : line.head
})

/** Whether the bytes of the line were UTF-8. */
const isWhole = ({ text, bytes }: Line): boolean => !text.includes("\uFFFD") || Buffer.byteLength(text) === bytes
