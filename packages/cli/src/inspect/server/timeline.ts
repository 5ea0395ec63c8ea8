/** Turns and tool calls as spans of time, read from the list. */
import type { Entry } from "../traffic/entry.ts"
import type { TrafficLog } from "../traffic/traffic-log.ts"

/** One turn or tool call. Without `end` it was still open. */
export interface Span {
  readonly kind: "turn" | "toolCall"
  readonly sessionId: string
  readonly name: string
  readonly place: number
  readonly start: number
  readonly end?: number
}

/** Spans that are kept; more could not be distinguished on a screen. */
const MOST_SPANS = 2_000

/** Collects the spans of one connection, entry by entry. */
export class Timeline {
  readonly #log: TrafficLog
  readonly #spans = new Map<string, Span>()
  #looked = 0

  constructor(log: TrafficLog) {
    this.#log = log
  }

  /** The spans so far, in the order of their beginnings. */
  spans(): ReadonlyArray<Span> {
    const { first, end } = this.#log.range
    this.#looked = Math.max(this.#looked, first)
    for (; this.#looked < end; this.#looked++) {
      const entry = this.#log.entry(this.#looked)
      if (entry !== undefined) this.#take(entry)
    }
    return [...this.#spans.values()]
  }

  #take(entry: Entry): void {
    const { sessionId, method, kind, place, at, answers, toolCallId, about = "" } = entry
    if (sessionId === undefined) return
    if (method === "session/prompt") {
      if (kind === "request") this.#open(`turn ${place}`, { kind: "turn", sessionId, name: "turn", place, start: at })
      else if (answers !== undefined) this.#close(`turn ${answers}`, at)
    }
    if (method !== "session/update" || toolCallId === undefined) return
    const key = `call ${sessionId} ${toolCallId}`
    const name = about.replace(/^tool_call(_update)? ?/, "") || toolCallId
    this.#open(key, { kind: "toolCall", sessionId, name, place, start: at })
    this.#close(key, at)
  }

  #open(key: string, span: Span): void {
    if (this.#spans.has(key)) return
    this.#spans.set(key, span)
    if (this.#spans.size <= MOST_SPANS) return
    for (const oldest of this.#spans.keys()) {
      this.#spans.delete(oldest)
      return
    }
  }

  #close(key: string, end: number): void {
    const span = this.#spans.get(key)
    if (span !== undefined) this.#spans.set(key, { ...span, end })
  }
}
