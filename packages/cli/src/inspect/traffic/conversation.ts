/** The conversation of each session as its traffic tells it: session events for the fold, and what comes out of order. */
import type { RpcId, SessionEvent, SessionUpdate, UpdateEvent } from "@rxacp/core"
import { decodeResult, RequestFailed } from "@rxacp/core"
import { emptySession, foldSession, type SessionState } from "@rxacp/fold"
import type { Mark } from "./entry.ts"

/** What is known of one session. */
interface Conversation {
  state: SessionState
  n: number
  turns: number
  running: number | undefined
  loading: boolean
  cancelled: boolean
}

type Unstamped<Event> = Event extends SessionEvent ? Omit<Event, "sessionId" | "epoch" | "n"> : never

/** An update that belongs to a turn, rather than side information. */
const belongsToTurn = ({ sessionUpdate }: SessionUpdate): boolean =>
  sessionUpdate.endsWith("_chunk") || sessionUpdate === "tool_call" || sessionUpdate === "tool_call_update"

const order = (detail: string): Mark => ({ kind: "order", detail })

/**
 * Follows the sessions of one connection from what both sides write. It decides nothing: a client that an inspector watches
 * keeps its own state. Each method takes one message and gives the remarks on its order.
 */
export class Conversations {
  readonly #sessions = new Map<string, Conversation>()
  readonly #announced = new Set<string>()
  readonly #onEvent: (event: SessionEvent) => void

  /** `onEvent` is called with every event, after it was folded. */
  constructor(onEvent: (event: SessionEvent) => void = () => {}) {
    this.#onEvent = onEvent
  }

  /** The folded state of a session, as of the last message. */
  state(sessionId: string): SessionState | undefined {
    return this.#sessions.get(sessionId)?.state
  }

  /** The sessions that were named, in the order in which they were. */
  ids(): ReadonlyArray<string> {
    return [...this.#sessions.keys()]
  }

  /** The client named a session, or the agent made one. */
  announced(sessionId: string): void {
    this.#announced.add(sessionId)
    this.#of(sessionId)
  }

  prompted(sessionId: string, prompt: unknown): ReadonlyArray<Mark> {
    const session = this.#of(sessionId)
    const marks = session.running === undefined ? [] : [order(`turn ${session.running} is still running`)]
    session.turns++
    session.running = session.turns
    session.cancelled = false
    const blocks = Array.isArray(prompt) ? prompt : []
    this.#emit(session, sessionId, { _tag: "TurnStarted", turn: session.turns, prompt: blocks })
    return marks
  }

  promptAnswered(sessionId: string, stopReason: string): void {
    const session = this.#of(sessionId)
    const turn = session.running ?? session.turns
    session.running = undefined
    this.#emit(session, sessionId, { _tag: "TurnEnded", turn, stopReason, cancelRequested: session.cancelled })
  }

  promptFailed(sessionId: string, code: number, message: string): void {
    const session = this.#of(sessionId)
    const turn = session.running ?? session.turns
    session.running = undefined
    const failure = new RequestFailed({ code, message, method: "session/prompt" })
    this.#emit(session, sessionId, { _tag: "TurnFailed", turn, failure })
  }

  cancelled(sessionId: string): ReadonlyArray<Mark> {
    const session = this.#of(sessionId)
    if (session.running === undefined) return [order("no turn is running")]
    session.cancelled = true
    return []
  }

  loading(sessionId: string): void {
    const session = this.#of(sessionId)
    session.loading = true
    this.#emit(session, sessionId, { _tag: "LoadStarted" })
  }

  /** The answer to new, load or resume, for what it says of modes and config options. */
  opened(sessionId: string, answer: unknown, how: "opened" | "loaded"): void {
    const session = this.#of(sessionId)
    session.loading = false
    const fields = isObject(answer) ? answer : {}
    const setup = {
      ...("modes" in fields && { modes: fields.modes }),
      ...("configOptions" in fields && { configOptions: fields.configOptions })
    }
    const event = how === "opened" ? { _tag: "SessionOpened" as const } : { _tag: "LoadEnded" as const, ok: true }
    this.#emit(session, sessionId, { ...event, ...setup } as Unstamped<SessionEvent>)
  }

  loadFailed(sessionId: string): void {
    const session = this.#of(sessionId)
    session.loading = false
    this.#emit(session, sessionId, { _tag: "LoadEnded", ok: false })
  }

  updated(event: UpdateEvent): ReadonlyArray<Mark> {
    const { sessionId } = event
    if (sessionId === undefined) return []
    const session = this.#of(sessionId)
    const marks: Array<Mark> = []
    if (!this.#announced.has(sessionId)) {
      marks.push(order("the session has not been named by the client, and no answer has made it yet"))
      this.#announced.add(sessionId)
    }
    const late =
      !session.loading &&
      session.running === undefined &&
      session.turns > 0 &&
      event._tag === "Update" &&
      belongsToTurn(event.update)
    if (late) marks.push({ kind: "late", detail: `turn ${session.turns} has ended` })
    const phase = session.loading ? "replay" : late ? "late" : session.running === undefined ? "between" : "turn"
    this.#emit(session, sessionId, { ...event, phase } as Unstamped<SessionEvent>)
    return marks
  }

  permissionAsked(sessionId: string, id: RpcId, request: unknown): ReadonlyArray<Mark> {
    const session = this.#of(sessionId)
    this.#emit(session, sessionId, { _tag: "PermissionRequested", id, request } as Unstamped<SessionEvent>)
    return session.running === undefined ? [order("no turn is running")] : []
  }

  permissionAnswered(sessionId: string, id: RpcId, result: unknown): void {
    const decoded = decodeResult("session/request_permission", result)
    const outcome = decoded._tag === "Success" ? decoded.success.value.outcome : { outcome: "cancelled" as const }
    this.#emit(this.#of(sessionId), sessionId, { _tag: "PermissionResolved", id, outcome, by: "handler" })
  }

  #of(sessionId: string): Conversation {
    const known = this.#sessions.get(sessionId)
    if (known !== undefined) return known
    const state = emptySession({ sessionId })
    const session = { state, n: 0, turns: 0, running: undefined, loading: false, cancelled: false }
    this.#sessions.set(sessionId, session)
    return session
  }

  #emit(session: Conversation, sessionId: string, event: Unstamped<SessionEvent>): void {
    session.n++
    const stamped = { ...event, sessionId, epoch: 1, n: session.n } as SessionEvent
    session.state = foldSession(session.state, stamped)
    this.#onEvent(stamped)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
