/** The list of what passed: entries and texts up to a bound in bytes, with what each session looked like after each. */
import type { SessionState } from "@rxacp/fold"
import type { Entry, MarkKind } from "./entry.ts"
import type { Read } from "./read-message.ts"

/** What is kept of one entry beside itself. */
interface Kept {
  entry: Entry
  /** The line, as far as it is kept. */
  readonly text: string
  readonly state: SessionState | undefined
}

/** Which entries are listed. Texts are compared without regard to case. */
export interface Query {
  readonly text?: string
  readonly sessionId?: string
  readonly method?: string
  readonly toolCallId?: string
  /** Only entries with a remark; or with one of this kind. */
  readonly marked?: true | MarkKind
}

/** Approximate size in memory of an entry without its text, in bytes. */
const ENTRY_BYTES = 512
/** Characters of one line that are kept; a longer one is cut, and says so. */
const MOST_TEXT = 1024 * 1024

/** Keeps the latest entries within `maxBytes`; what is older is forgotten, and counted. */
export class TrafficLog {
  readonly #maxBytes: number
  #kept: Array<Kept> = []
  /** Place of the first entry that is kept. */
  #first = 0
  /** Entries at the front of the array that are forgotten; the array is cut when they are half of it. */
  #gone = 0
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The places that are kept: from `first` up to, but not including, `end`. */
  get range(): { readonly first: number; readonly end: number } {
    return { first: this.#first, end: this.#first + this.#kept.length - this.#gone }
  }

  append({ entry, state }: Read, line: string): void {
    const text = line.length <= MOST_TEXT ? line : line.slice(0, MOST_TEXT)
    this.#kept.push({ entry, text, state })
    this.#bytes += sizeOf(text)
    while (this.#bytes > this.#maxBytes && this.#kept.length - this.#gone > 1) this.#forget()
  }

  entry(place: number): Entry | undefined {
    return this.#at(place)?.entry
  }

  /** The line of an entry, cut at a million characters. */
  text(place: number): string | undefined {
    return this.#at(place)?.text
  }

  /** The conversation of the entry's session right after it. */
  state(place: number): SessionState | undefined {
    return this.#at(place)?.state
  }

  /** Replaces an entry, when more has become known of it. */
  amend(entry: Entry): void {
    const kept = this.#at(entry.place)
    if (kept !== undefined) kept.entry = entry
  }

  matches(place: number, query: Query): boolean {
    const kept = this.#at(place)
    return kept !== undefined && matches(kept, query)
  }

  #at(place: number): Kept | undefined {
    return place < this.#first ? undefined : this.#kept[this.#gone + place - this.#first]
  }

  #forget(): void {
    this.#bytes -= sizeOf(this.#kept[this.#gone]?.text ?? "")
    // The array would keep what is forgotten reachable until it is cut.
    this.#kept[this.#gone] = EMPTY
    this.#gone++
    this.#first++
    if (this.#gone * 2 <= this.#kept.length) return
    this.#kept = this.#kept.slice(this.#gone)
    this.#gone = 0
  }
}

const EMPTY: Kept = {
  entry: { place: -1, at: 0, from: "process", kind: "gap", bytes: 0, marks: [] },
  text: "",
  state: undefined
}

const sizeOf = (text: string): number => ENTRY_BYTES + 2 * text.length

const matches = ({ entry, text }: Kept, query: Query): boolean => {
  const { marked } = query
  if (query.sessionId !== undefined && entry.sessionId !== query.sessionId) return false
  if (query.method !== undefined && entry.method !== query.method) return false
  if (query.toolCallId !== undefined && entry.toolCallId !== query.toolCallId) return false
  if (marked === true && entry.marks.length === 0) return false
  if (marked !== undefined && marked !== true && entry.marks.every(({ kind }) => kind !== marked)) return false
  return query.text === undefined || text.toLowerCase().includes(query.text.toLowerCase())
}
