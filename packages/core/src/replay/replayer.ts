/**
 * Runs the records of a journal through the machines that a live connection is made of: what arrived, what was sent and
 * what was decided gives the session events again, without a process and without a clock.
 */
import { closedHere, failureFromJson } from "../failures.ts"
import { ByteBudget } from "../internal/byte-budget.ts"
import type { IncomingRecord, JournalRecord, LocalDecision, OutgoingRecord } from "../journal/record.ts"
import { PendingCalls } from "../rpc/pending-calls.ts"
import { decodeParams, decodeResult } from "../schema/codec/decode-method.ts"
import type { AuthMethod } from "../schema/index.ts"
import { answerFact } from "../session/answer-fact.ts"
import { explainOutcome } from "../session/explain-failure.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { Fact } from "../session/machine/input.ts"
import type { SessionEvent } from "../session/session-event.ts"
import { SessionMachine } from "../session/session-machine.ts"
import { isUnstableFeature } from "../session/unstable/features.ts"
import { unstableUpdates } from "../session/unstable/updates.ts"
import { decodeLine } from "../wire/messages/decode-line.ts"
import type { Message, RpcId } from "../wire/messages/message.ts"
import type { Outcome } from "../wire/messages/outcome.ts"
import { updateEvent } from "../wire/updates/read-update.ts"
import { lineOf, textLine } from "./recorded-line.ts"

/** One run of an agent, from its first record to its last. */
export class JournalReplayer {
  readonly #epoch: number
  readonly #emit: (event: SessionEvent) => void
  readonly #sessions = new Map<string, SessionMachine>()
  readonly #calls = new PendingCalls(() => {})
  /** Lines of the chunk in hand that no decision has asked for yet. */
  readonly #lines: Array<IncomingRecord> = []
  #limits: ConnectionLimits = {}
  /** Ids are forgotten where the recorded connection forgot them. */
  #budget = new ByteBudget()
  /** Reads updates of the unstable protocol as the recorded connection did. */
  #unstable = unstableUpdates(new Set())
  #authMethods: ReadonlyArray<AuthMethod> | undefined

  constructor(epoch: number, emit: (event: SessionEvent) => void) {
    this.#epoch = epoch
    this.#emit = emit
  }

  /** Takes the next record; the events that it settles are emitted. */
  take(record: JournalRecord): void {
    switch (record.direction) {
      case "in":
        // No line of a chunk was recorded before all of the one before had been delivered.
        if (this.#lines.length > 0 && this.#lines[0]?.chunk !== record.chunk) this.#deliver(Number.POSITIVE_INFINITY)
        this.#lines.push(record)
        break
      case "out":
        this.#sent(record)
        break
      case "local":
        this.#deliver(record.after)
        this.#decided(record.decision)
    }
  }

  /** No more records come. */
  end(): void {
    this.#deliver(Number.POSITIVE_INFINITY)
  }

  #deliver(upTo: number): void {
    let delivered = 0
    for (const record of this.#lines) {
      if (record.seq > upTo) break
      delivered++
      this.#received(decodeLine(lineOf(record)))
    }
    this.#lines.splice(0, delivered)
  }

  #received(message: Message): void {
    switch (message._tag) {
      case "Notification": {
        const read = updateEvent(message)
        const update = read && this.#unstable(read)
        if (update?.sessionId === undefined) return
        const session = this.#session(update.sessionId)
        const event = session.update(update, message.line.bytes)
        if (event !== undefined) this.#emit(event)
        return
      }
      case "Request": {
        if (message.method !== "session/request_permission") return
        const { id, seq } = message
        const decoded = decodeParams("session/request_permission", message.params)
        if (decoded._tag === "Failure") return
        const request = decoded.success.value
        this.#happened(request.sessionId, { type: "permissionRequested", id, request, seq })
        return
      }
      case "Success":
        this.#calls.success(message)
        return
      case "Failure":
        this.#calls.failure(message)
        return
      case "Invalid":
        this.#calls.invalid(message)
        return
      case "Oversize":
        this.#calls.oversize(message)
    }
  }

  #sent({ text }: OutgoingRecord): void {
    const message = decodeLine(textLine(text))
    if (message._tag !== "Request" || typeof message.id !== "number") return
    const { id, method, params } = message
    // Prompts and loads wait for their answers from when they were decided, whether they were written or not.
    if (method !== "session/prompt" && method !== "session/load") this.#call(id, method, params)
  }

  #call(requestId: RpcId, method: string, params: unknown): void {
    if (typeof requestId !== "number") return
    this.#calls.add(requestId, method, (outcome, seq) => {
      if (method === "initialize") this.#initialized(outcome)
      const answer = { method, params, requestId, outcome: explainOutcome(outcome, this.#authMethods), seq }
      const found = answerFact(answer)
      if (found?.fact.type === "ended") this.#ended(found.sessionId, found.fact)
      else if (found !== undefined) this.#happened(found.sessionId, found.fact)
    })
  }

  #initialized(outcome: Outcome): void {
    if ("failure" in outcome) return
    const decoded = decodeResult("initialize", outcome.result)
    if (decoded._tag === "Success") this.#authMethods = decoded.success.value.authMethods
  }

  #decided(decision: LocalDecision): void {
    switch (decision.type) {
      case "connected":
        this.#limits = decision.limits
        this.#budget = new ByteBudget(decision.limits.maxHeldBytes)
        this.#unstable = unstableUpdates(new Set(decision.unstable?.filter(isUnstableFeature)))
        return
      case "ended": {
        const failure = decision.failure === undefined ? closedHere() : failureFromJson(decision.failure)
        for (const sessionId of [...this.#sessions.keys()]) this.#ended(sessionId, { type: "ended", failure })
        return
      }
      case "sessionForgotten":
        this.#forget(decision.sessionId)
        return
      case "turnStarted":
        this.#call(decision.requestId, "session/prompt", { sessionId: decision.sessionId })
        break
      case "loadStarted":
        this.#call(decision.requestId, "session/load", { sessionId: decision.sessionId })
    }
    this.#happened(decision.sessionId, { type: "decided", decision })
  }

  #ended(sessionId: string, fact: Fact): void {
    if (!this.#sessions.has(sessionId)) return
    this.#happened(sessionId, fact)
    this.#forget(sessionId)
  }

  #forget(sessionId: string): void {
    this.#sessions.get(sessionId)?.forget()
    this.#sessions.delete(sessionId)
  }

  #happened(sessionId: string, fact: Fact): void {
    for (const event of this.#session(sessionId).take(fact).events) this.#emit(event)
  }

  #session(sessionId: string): SessionMachine {
    const known = this.#sessions.get(sessionId)
    if (known !== undefined) return known
    const session = new SessionMachine(sessionId, this.#epoch, this.#budget.share("ids"), this.#limits)
    this.#sessions.set(sessionId, session)
    return session
  }
}
