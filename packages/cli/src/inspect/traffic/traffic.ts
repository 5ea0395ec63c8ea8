/** The traffic of one connection as it is watched: bytes of both sides in, entries with their remarks out. */
import { decodeMessages, type Line, type Message, type Oversize, splitLines } from "@rxacp/core"
import { Subject } from "rxjs"
import type { Stream } from "../pass-through.ts"
import type { Entry, Side } from "./entry.ts"
import { MessageReader } from "./read-message.ts"
import { TrafficLog } from "./traffic-log.ts"

/** Lines over this size, in bytes, are listed by their size, not read. */
const MOST_LINE = 32 * 1024 * 1024

/** Reads what passes, and keeps the latest of it. */
export class Traffic {
  readonly log: TrafficLog
  readonly #reader = new MessageReader()
  readonly #sides: Readonly<Record<Side, Subject<Uint8Array>>>
  readonly #stderr = new Subject<Uint8Array>()
  #at = 0

  /** `maxBytes` bounds what is kept, as it lies in memory. */
  constructor(maxBytes: number) {
    this.log = new TrafficLog(maxBytes)
    this.#sides = { client: this.#side("client"), agent: this.#side("agent") }
    this.#stderr
      .pipe(splitLines({ maxLineBytes: 64 * 1024 }))
      .subscribe((line) => this.#other("stderr", "stderr", line.bytes, textOf(line)))
  }

  /** The sessions that were seen. */
  get sessions(): ReadonlyArray<string> {
    return this.#reader.sessions
  }

  /** Takes bytes that passed at `at`. */
  chunk(from: Stream, bytes: Uint8Array, at: number): void {
    this.#at = at
    if (from === "stderr") this.#stderr.next(bytes)
    else this.#sides[from].next(bytes)
  }

  /** Takes note of bytes that were passed on without a look at them. */
  skipped(from: Stream, size: number, at: number): void {
    this.#at = at
    this.#other(from, "gap", size, `${size} bytes passed while the inspector was behind`)
  }

  /** The agent has ended: what was asked and not answered is marked. */
  exit(code: number | null, signal: string | null, at: number): void {
    this.#at = at
    for (const side of Object.values(this.#sides)) side.complete()
    this.#stderr.complete()
    const how = signal === null ? `exit code ${code}` : `ended by ${signal}`
    this.#other("process", "exit", 0, JSON.stringify({ code, signal }), how)
    for (const { place } of this.#reader.unanswered()) {
      const entry = this.log.entry(place)
      if (entry === undefined) continue
      const mark = { kind: "unanswered" as const, detail: "the agent ended without an answer to it" }
      this.log.amend({ ...entry, marks: [...entry.marks, mark] })
    }
  }

  #side(side: Side): Subject<Uint8Array> {
    const bytes = new Subject<Uint8Array>()
    bytes.pipe(splitLines({ maxLineBytes: MOST_LINE }), decodeMessages()).subscribe((message) => {
      const read = this.#reader.read(side, message, this.#at)
      this.log.append(read, lineOf(message))
      this.#answered(read.entry)
    })
    return bytes
  }

  /** A request shows how long its answer took, too. */
  #answered({ answers, latency }: Entry): void {
    const request = answers === undefined ? undefined : this.log.entry(answers)
    if (request === undefined || latency === undefined) return
    this.log.amend({ ...request, latency })
  }

  #other(from: Entry["from"], kind: Entry["kind"], bytes: number, text: string, about = text.slice(0, 200)): void {
    const entry = this.#reader.other(from, kind, this.#at, bytes, about)
    this.log.append({ entry, state: undefined }, text)
  }
}

const lineOf = (message: Message): string => (message._tag === "Oversize" ? textOf(message) : message.line.text)

const textOf = (line: Line | Oversize): string => (line._tag === "Line" ? line.text : `${line.head} … ${line.tail}`)
