/** Pairs answers with calls: which call an incoming answer settles, and what is unusual about it. */
import { InvalidResult, RequestFailed, type RxacpFailure } from "../failures.ts"
import type { Oversize } from "../wire/lines/line.ts"
import { lineTooLong } from "../wire/lines/line-too-long.ts"
import { cutLine } from "../wire/messages/id.ts"
import type { Failure, Invalid, RpcId, Success } from "../wire/messages/message.ts"
import type { Outcome } from "../wire/messages/outcome.ts"
import type { Diagnostic, PendingCall } from "./diagnostic.ts"

/** What is done with the outcome of a call; `seq` is the line that brought it, if a line did. */
export type Settle = (outcome: Outcome, seq?: number) => void

interface Entry {
  readonly method: string
  readonly settle: Settle
  /** Called in place of `settle` when the caller has left. */
  readonly late: Settle | undefined
  /** The caller has left. */
  abandoned: boolean
}

/** The calls of one connection that wait for an answer. Ids count from 0, as the official SDKs do. */
export class PendingCalls {
  readonly #diagnose: (diagnostic: Diagnostic) => void
  readonly #entries = new Map<number, Entry>()
  #nextId = 0

  constructor(diagnose: (diagnostic: Diagnostic) => void) {
    this.#diagnose = diagnose
  }

  nextId(): number {
    return this.#nextId++
  }

  /** `late` is called in place of `settle` with an answer that comes after the caller has left. */
  add(id: number, method: string, settle: Settle, late?: Settle): void {
    this.#entries.set(id, { method, settle, late, abandoned: false })
  }

  /** Takes a call back that was not written. */
  remove(id: number): void {
    this.#entries.delete(id)
  }

  /** Notes that the answer is no longer waited for; false when the call is settled already. */
  abandon(id: number): boolean {
    const entry = this.#entries.get(id)
    if (entry === undefined || entry.abandoned) return false
    entry.abandoned = true
    return true
  }

  /** The calls that are waited for. */
  waiting(): ReadonlyArray<PendingCall> {
    return [...this.#entries].flatMap(([id, { method, abandoned }]) => (abandoned ? [] : [{ id, method }]))
  }

  /** Fails every call, each once. */
  failAll(failure: RxacpFailure): void {
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    for (const { settle, abandoned } of entries) if (!abandoned) settle({ failure })
  }

  success(message: Success): void {
    const found = this.#take(message.id, message.seq)
    if (found === undefined) return
    if (message.nullError) {
      this.#diagnose({ _tag: "NullError", seq: message.seq, id: message.id, method: found.method })
    }
    found.settle({ result: message.result }, message.seq)
  }

  failure({ id, error, seq }: Failure): void {
    if (id === null) {
      this.#diagnose({ _tag: "ErrorWithoutId", seq, error })
      return
    }
    const found = this.#take(id, seq)
    found?.settle({ failure: new RequestFailed({ ...error, method: found.method }) }, seq)
  }

  /** An answer with our id that has no valid result and no valid error settles its call; nothing else invalid does. */
  invalid({ id, reason, value, seq }: Invalid): void {
    if (id === undefined || (reason !== "noResult" && reason !== "error") || this.#find(id) === undefined) return
    const found = this.#take(id, seq)
    if (found === undefined) return
    const why = reason === "error" ? "its error has no integer code or no message" : "it has neither result nor error"
    const failure = new InvalidResult({ method: found.method, reason: why, path: [], raw: value })
    found.settle({ failure }, seq)
  }

  /** A skipped line may have been an answer: its id is looked for in what is left of it. */
  oversize(line: Oversize): void {
    const { bytes, limit, seq, head, tail } = line
    const { id, method } = cutLine(head, tail)
    const found =
      id === undefined || method !== undefined || this.#find(id) === undefined ? undefined : this.#take(id, seq)
    this.#diagnose({
      _tag: "OversizeLine",
      seq,
      bytes,
      limit,
      ...(id === undefined ? {} : { id }),
      ...(id === undefined && method === undefined ? { pending: this.waiting() } : {})
    })
    found?.settle({ failure: lineTooLong(line) }, seq)
  }

  /** The pending id that an answer means: the same number, or failing that, the same number as a decimal string. */
  #find(id: RpcId): number | undefined {
    if (typeof id === "number") return this.#entries.has(id) ? id : undefined
    if (typeof id !== "string" || !/^(?:0|[1-9]\d*)$/.test(id)) return undefined
    return this.#entries.has(Number(id)) ? Number(id) : undefined
  }

  #take(id: RpcId, seq: number): Entry | undefined {
    const key = this.#find(id)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (key === undefined || entry === undefined) {
      const known = typeof id === "number" && Number.isInteger(id) && id >= 0 && id < this.#nextId
      this.#diagnose({ _tag: known ? "DuplicateResponse" : "StrayResponse", seq, id })
      return undefined
    }
    this.#entries.delete(key)
    if (typeof id === "string") this.#diagnose({ _tag: "StringId", seq, id, method: entry.method })
    if (!entry.abandoned) return entry
    this.#diagnose({ _tag: "LateResponse", seq, id, method: entry.method })
    return entry.late && { ...entry, settle: entry.late }
  }
}
