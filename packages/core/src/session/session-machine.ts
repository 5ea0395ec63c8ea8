/**
 * One session as a machine with a memory: the pure rules, the book of its updates, and the numbers of its events. It does no
 * I/O and knows no time, so that a live connection and the replay of a journal run the same one.
 */
import type { ByteShare } from "../internal/byte-budget.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import type { EventBody } from "./event-body.ts"
import type { ConnectionLimits } from "./limits.ts"
import type { Effect } from "./machine/effect.ts"
import type { Fact, Input } from "./machine/input.ts"
import { newSession, type PassedCap, placeOf, type SessionState } from "./machine/state.ts"
import { transition } from "./machine/transition.ts"
import type { SessionAnswer, SessionEvent, UpdatePhase } from "./session-event.ts"
import { turnLimits } from "./turn-limits.ts"
import { UpdateBook } from "./update-book.ts"

/** What one input led to. */
export interface Reaction {
  readonly events: ReadonlyArray<SessionEvent>
  readonly effects: ReadonlyArray<Effect>
}

type PhasedUpdate = Extract<SessionEvent, { readonly phase: UpdatePhase }>

export class SessionMachine {
  readonly sessionId: string
  readonly #epoch: number
  readonly #limits: ConnectionLimits
  readonly #book: UpdateBook
  #state: SessionState
  #n = 0
  #passed: PassedCap | undefined
  #opened: SessionAnswer | undefined

  /** `ids` is the share of the connection's budget that remembered ids take. */
  constructor(sessionId: string, epoch: number, ids: ByteShare, limits: ConnectionLimits = {}) {
    this.#book = new UpdateBook(ids)
    this.sessionId = sessionId
    this.#epoch = epoch
    this.#limits = limits
    this.#state = newSession(sessionId)
  }

  get state(): SessionState {
    return this.#state
  }

  /** Events made so far. */
  get emitted(): number {
    return this.#n
  }

  /** The answer to the last new, load or resume. */
  get opened(): SessionAnswer | undefined {
    return this.#opened
  }

  /** Whether all that the turn that ended last replied counted as late. */
  get idsReused(): boolean {
    return this.#book.idsReused
  }

  /** The session is over: what it remembers of ids makes room for other sessions. */
  forget(): void {
    this.#book.forget()
  }

  /** Takes anything but an update. */
  take(input: Input): Reaction {
    const [state, bodies, effects] = transition(this.#state, input)
    this.#state = state
    if (input.type === "decided") this.#remember(input)
    return { events: bodies.map((body) => this.#stamp(body)), effects }
  }

  /** Takes an update from a line of `bytes` bytes. Undefined when a cap leaves it out. */
  update(incoming: UpdateEvent, bytes: number): PhasedUpdate | undefined {
    const max = this.#limits.maxUpdateBytes
    const update = max === undefined || bytes <= max ? incoming : this.#tooLarge(incoming, bytes, max)
    const place = placeOf(this.#state)
    const phase = this.#book.phaseOf(update, place, this.#state.turn)
    if (update._tag === "Update") this.#offered(update.update.sessionUpdate)
    const meter = phase === "turn" ? this.#book.meter : undefined
    if (meter === undefined) return this.#updateEvent(update, phase)
    const before = meter.overflow
    const kept = meter.push(update)
    const after = meter.overflow
    if (before === undefined && after !== undefined) this.#passed = { ...after, seq: update.seq }
    return kept === undefined ? undefined : this.#updateEvent(kept, phase)
  }

  /** The cap that the last update passed, once. */
  takePassed(): PassedCap | undefined {
    const passed = this.#passed
    if (passed !== undefined) this.#passed = undefined
    return passed
  }

  #remember({ decision }: Extract<Fact, { readonly type: "decided" }>): void {
    if (decision.type === "turnStarted") this.#book.turnStarted(turnLimits(this.#limits, decision.limits))
    else if (decision.type === "loadStarted") this.#book.loadStarted()
  }

  #offered(kind: string): void {
    if (kind === "config_option_update") this.take({ type: "offered", what: "configOptions" })
    else if (kind === "current_mode_update") this.take({ type: "offered", what: "modes" })
  }

  #tooLarge({ seq }: UpdateEvent, bytes: number, max: number): UpdateEvent {
    const reason = `the update of ${bytes} bytes is over the limit of ${max}`
    return { _tag: "InvalidUpdate", sessionId: this.sessionId, raw: undefined, reason, seq }
  }

  #updateEvent(event: UpdateEvent, phase: UpdatePhase): PhasedUpdate {
    const { sessionId } = this
    const epoch = this.#epoch
    const n = ++this.#n
    if (event._tag === "Update" && event.issues === undefined && event.raw === undefined) {
      // What nearly every update is; a literal costs less than a copy.
      return { _tag: "Update", sessionId, epoch, n, seq: event.seq, phase, update: event.update }
    }
    return { ...event, sessionId, epoch, n, phase }
  }

  #stamp(body: EventBody): SessionEvent {
    const { seq, ...event } = body
    const stamp = { sessionId: this.sessionId, epoch: this.#epoch, n: ++this.#n, ...(seq === undefined ? {} : { seq }) }
    if (event._tag === "SessionOpened" || event._tag === "LoadEnded") this.#opened = event.answer ?? this.#opened
    const { omitted, unreported } = (event._tag === "TurnEnded" ? this.#book.meter : undefined) ?? {}
    if (event._tag === "TurnEnded" || event._tag === "TurnFailed") this.#book.turnEnded()
    return { ...event, ...stamp, ...(omitted && { omitted }), ...(unreported && { unreported }) } as SessionEvent
  }
}
