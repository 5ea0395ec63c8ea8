/**
 * Runs the records of a journal through the machines that a live connection is made of: what arrived, what was sent and
 * what was decided gives the session events again, without a process and without a clock.
 */

import { closedHere, failureFromJson } from "../failures.ts"
import type { Result } from "../internal/result.ts"
import type { IncomingRecord, JournalRecord, LocalDecision, OutgoingRecord } from "../journal/record.ts"
import { PendingCalls } from "../rpc/pending-calls.ts"
import { decodeParams, decodeResult } from "../schema/codec/decode-method.ts"
import type { InitializeResponse } from "../schema/index.ts"
import { isJsonObject, type JsonObject } from "../schema/json-object.ts"
import { loadAnswer, sessionClosed, turnAnswer, withAuthMethods } from "../session/answers.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { SessionEvent } from "../session/session-event.ts"
import { SessionTracker } from "../session/tracker.ts"
import { decodeLine } from "../wire/messages/decode-line.ts"
import type { Message, MessageId } from "../wire/messages/message.ts"
import type { Outcome } from "../wire/messages/outcome.ts"
import { updateEvent } from "../wire/updates/read-update.ts"
import { lineOf, textLine } from "./recorded-line.ts"

/** One run of an agent, from its first record to its last. */
export class JournalReplayer {
  readonly #epoch: number
  readonly #emit: (event: SessionEvent) => void
  readonly #trackers = new Map<string, SessionTracker>()
  readonly #calls = new PendingCalls(() => {})
  /** Lines of the chunk at hand that no decision has asked for yet. */
  readonly #lines: Array<IncomingRecord> = []
  readonly #loads = new Set<number>()
  /** The turns that prompts began, by the ids of their requests. */
  readonly #turns = new Map<MessageId, number>()
  #limits: ConnectionLimits = {}
  #handshake: InitializeResponse | undefined

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
        this.#tell(this.#decided(record.decision))
    }
  }

  /** No more records come. */
  end(): void {
    this.#deliver(Number.POSITIVE_INFINITY)
  }

  #deliver(upTo: number): void {
    while ((this.#lines[0]?.seq ?? Number.POSITIVE_INFINITY) <= upTo) {
      const record = this.#lines.shift()
      if (record === undefined) return
      this.#received(decodeLine(lineOf(record)))
    }
  }

  #received(message: Message): void {
    switch (message._tag) {
      case "Notification": {
        const update = updateEvent(message)
        if (update?.sessionId === undefined) return
        this.#tell(this.#tracker(update.sessionId).update(update, message.line.bytes).event)
        return
      }
      case "Request": {
        if (message.method !== "session/request_permission") return
        const { id, seq } = message
        const decoded = decodeParams("session/request_permission", message.params)
        if (decoded._tag === "Failure") return
        const request = decoded.success.value
        this.#tell(this.#tracker(request.sessionId).permissionRequested(id, request, seq))
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
    if (message._tag !== "Request" && message._tag !== "Notification") return
    const { method } = message
    const params = isJsonObject(message.params) ? message.params : {}
    if (method === "$/cancel_request") {
      // A load that is given up goes on to its answer; every other call is settled by being given up.
      const { requestId } = params
      if (typeof requestId === "number" && !this.#loads.has(requestId)) this.#calls.abandon(requestId)
    } else if (message._tag === "Request" && typeof message.id === "number") {
      const { id } = message
      if (method === "session/load") this.#loads.add(id)
      this.#calls.add(id, method, (outcome, seq) => {
        this.#tell(this.#answered(id, method, params, outcome, seq))
      })
    }
  }

  #answered(
    id: number,
    method: string,
    params: JsonObject,
    outcome: Outcome,
    seq: number | undefined
  ): SessionEvent | undefined {
    const explain = withAuthMethods(this.#handshake?.authMethods)
    const named = (): SessionTracker => this.#tracker(String(params.sessionId))
    switch (method) {
      case "session/prompt": {
        const tracker = named()
        return tracker.running === this.#turns.get(id) ? turnAnswer(tracker, outcome, seq, explain).event : undefined
      }
      case "session/load":
        return loadAnswer(named(), outcome, seq, explain).event
    }
    if ("failure" in outcome) return undefined
    const { result } = outcome
    switch (method) {
      case "initialize":
        this.#handshake = success(decodeResult("initialize", result))
        return undefined
      case "session/new": {
        const opened = success(decodeResult("session/new", result))
        return opened && this.#tracker(opened.sessionId).opened(opened, seq)
      }
      case "session/resume": {
        const resumed = success(decodeResult("session/resume", result))
        return resumed && named().opened(resumed, seq)
      }
      case "session/set_mode":
        return success(decodeResult("session/set_mode", result)) && named().modeSet(String(params.modeId), seq)
      case "session/set_config_option": {
        const set = success(decodeResult("session/set_config_option", result))
        return set && named().configOptionsSet(set.configOptions, seq)
      }
      case "session/close":
      case "session/delete":
        return this.#closed(String(params.sessionId))
      default:
        return undefined
    }
  }

  #closed(sessionId: string): SessionEvent | undefined {
    const tracker = this.#trackers.get(sessionId)
    this.#trackers.delete(sessionId)
    return tracker?.running === undefined ? undefined : tracker.turnFailed(sessionClosed())
  }

  #decided(decision: LocalDecision): SessionEvent | undefined {
    switch (decision.type) {
      case "connected":
        this.#limits = decision.limits
        return undefined
      case "ended":
        this.#calls.failAll(decision.failure === undefined ? closedHere() : failureFromJson(decision.failure))
        return undefined
    }
    const tracker = this.#tracker(decision.sessionId)
    switch (decision.type) {
      case "turnStarted":
        this.#turns.set(decision.requestId, decision.turn)
        return tracker.turnStarted(decision.prompt, decision.limits)
      case "loadStarted":
        return tracker.loadStarted()
      case "permissionResolved":
        return tracker.permissionResolved(decision.id, decision.outcome, decision.by)
      case "cancelRequested":
        tracker.cancelRequested()
        return undefined
      case "overflow":
        return tracker.overflow(decision)
      case "turnFailed":
        return tracker.turnFailed(failureFromJson(decision.failure))
      case "loadFailed":
        return tracker.loadFailed(failureFromJson(decision.failure))
    }
  }

  #tell(event: SessionEvent | undefined): void {
    if (event !== undefined) this.#emit(event)
  }

  #tracker(sessionId: string): SessionTracker {
    const known = this.#trackers.get(sessionId)
    if (known !== undefined) return known
    const tracker = new SessionTracker(sessionId, this.#epoch, this.#limits)
    this.#trackers.set(sessionId, tracker)
    return tracker
  }
}

const success = <T>(result: Result<{ readonly value: T }, unknown>): T | undefined =>
  result._tag === "Success" ? result.success.value : undefined
