/**
 * What an agent ever said of its tool calls in one connection, whatever the session and whether they are finished. It is
 * bounded in bytes: of the calls it has released it is only known that there was something, so that nothing is allowed on the
 * strength of what they say later.
 */
import type { SessionUpdate, ToolCallUpdate } from "../schema/index.ts"
import { type CallStatements, statementsIn, statementsOf } from "./call-statements.ts"

/** What was said of a call before. */
export interface SaidOfCall extends CallStatements {
  /** Whether more was said, or may have been, than is still known. */
  readonly forgotten: boolean
}

/** What is kept of statements in all, in bytes. */
export const MAX_SAID_BYTES = 4 * 1024 * 1024

/** What is kept of one call, in bytes; past it the call counts as forgotten. */
const MAX_CALL_BYTES = 256 * 1024

/** One call, with what else is kept for it. */
const OVERHEAD = 256

/** Slots of the memory for calls that were released. */
const SLOTS = 1 << 19

const slotOf = (id: string): number => {
  let hash = 0x811c9dc5
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193)
  return (hash >>> 0) % SLOTS
}

const sizeOf = (id: string, { titles, names, paths }: CallStatements): number => {
  let size = OVERHEAD + 2 * id.length
  for (const list of [titles, names, paths]) for (const text of list) size += 2 * text.length + 16
  return size
}

const NOTHING: CallStatements = { kinds: [], titles: [], names: [], paths: [], hasText: false }

interface Kept {
  readonly statements: CallStatements
  readonly size: number
}

/** The statements by call. */
export class SaidOfCalls {
  readonly #maxBytes: number
  readonly #calls = new Map<string, Kept>()
  /** One bit for each slot: whether a call in it was released. Made when the first one is. */
  #forgotten: Uint8Array | undefined
  #bytes = 0

  constructor(maxBytes = MAX_SAID_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Bytes held, as estimated. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes an update; most of them say nothing that is kept. */
  addUpdate(update: SessionUpdate): void {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return
    const { kind, title, name, locations, rawInput, content } = update
    const says = kind ?? title ?? name ?? locations ?? rawInput ?? content?.find(({ type }) => type === "diff")
    if (says !== undefined && says !== null) this.add(update)
  }

  /** Takes what an update or a request says of a call. */
  add(call: ToolCallUpdate): void {
    const { toolCallId } = call
    const statements = statementsIn(call)
    const known = this.#calls.get(toolCallId)
    if (known === undefined && isNothing(statements)) return
    const all = known === undefined ? statements : statementsOf([known.statements, statements])
    const size = sizeOf(toolCallId, all)
    this.#drop(toolCallId)
    if (size > MAX_CALL_BYTES) {
      this.#forget(toolCallId)
      return
    }
    this.#calls.set(toolCallId, { statements: all, size })
    this.#bytes += size
    for (const oldest of this.#calls.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
      this.#forget(oldest)
    }
  }

  /** What was said of a call so far. */
  of(toolCallId: string): SaidOfCall {
    const statements = this.#calls.get(toolCallId)?.statements ?? NOTHING
    return { ...statements, forgotten: this.#isForgotten(toolCallId) }
  }

  #drop(toolCallId: string): void {
    this.#bytes -= this.#calls.get(toolCallId)?.size ?? 0
    this.#calls.delete(toolCallId)
  }

  #forget(toolCallId: string): void {
    this.#forgotten ??= new Uint8Array(SLOTS / 8)
    const slot = slotOf(toolCallId)
    this.#forgotten[slot >> 3] = (this.#forgotten[slot >> 3] ?? 0) | (1 << (slot & 7))
  }

  /** Two calls may share a slot, so some count as forgotten that are not: that allows less, never more. */
  #isForgotten(toolCallId: string): boolean {
    const slot = slotOf(toolCallId)
    return ((this.#forgotten?.[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0
  }
}

const isNothing = ({ kinds, titles, names, paths, hasText }: CallStatements): boolean =>
  !hasText && kinds.length + titles.length + names.length + paths.length === 0
