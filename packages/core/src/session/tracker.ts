/**
 * The state of one session as the client sees it, and the only maker of its events: it numbers them, tags updates with
 * their phase and meters the reply. It does no I/O, so a live connection and the replay of a journal share it.
 */
import type { FailureJson, RxacpFailure } from "../failures.ts"
import type {
  ContentBlock,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  SessionConfigOption,
  SessionModeState,
  ToolCallUpdate
} from "../schema/index.ts"
import type { MessageId } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { KnownCalls } from "./known-calls.ts"
import type { ConnectionLimits, ReplyLimits } from "./limits.ts"
import { Phases } from "./phases.ts"
import { type ReplyMeter, replyMeter } from "./reply-meter.ts"
import type { LimitName, PermissionResolved, SessionEvent, TurnUsage, UpdatePhase } from "./session-event.ts"
import { turnLimits } from "./turn-limits.ts"

/** Modes and config options as a session's set-up answers carry them. */
export interface Setup {
  readonly modes?: SessionModeState | null
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
}

/** A cap that an update passed. */
export interface PassedCap {
  readonly limit: LimitName
  readonly max: number
  /** The first update that was left out, wholly or in part. */
  readonly seq: number
}

interface RunningTurn {
  readonly turn: number
  readonly meter: ReplyMeter | undefined
  cancelRequested: boolean
}

type Unstamped<Event> = Event extends SessionEvent ? Omit<Event, "sessionId" | "epoch" | "n"> : never
type PhasedUpdate = Extract<SessionEvent, { readonly phase: UpdatePhase }>

/** Makes the events of one session; each method returns the event that came of it. */
export class SessionTracker {
  readonly sessionId: string
  readonly #epoch: number
  readonly #limits: ConnectionLimits
  readonly #phases = new Phases()
  readonly #known = new KnownCalls()
  #n = 0
  #turn = 0
  #running: RunningTurn | undefined
  #setup: Setup | undefined

  constructor(sessionId: string, epoch: number, limits: ConnectionLimits = {}) {
    this.sessionId = sessionId
    this.#epoch = epoch
    this.#limits = limits
  }

  /** The number that the next turn gets. */
  get nextTurn(): number {
    return this.#turn + 1
  }

  /** Events made so far. */
  get emitted(): number {
    return this.#n
  }

  /** What the agent said about modes and config options; undefined as long as it has not been asked. */
  get setup(): Setup | undefined {
    return this.#setup
  }

  /** A tool call that is not finished, as patched so far. */
  known(toolCallId: string): ToolCallUpdate | undefined {
    return this.#known.get(toolCallId)
  }

  opened(setup: Setup, seq?: number): SessionEvent {
    this.#setup = setupOf(setup)
    return this.#stamp({ _tag: "SessionOpened", ...this.#setup }, seq)
  }

  turnStarted(prompt: ReadonlyArray<ContentBlock>, limits?: ReplyLimits): SessionEvent {
    this.#turn++
    this.#phases.turnStarted(this.#turn)
    const caps = turnLimits(this.#limits, limits)
    this.#running = {
      turn: this.#turn,
      meter: caps === undefined ? undefined : replyMeter(caps),
      cancelRequested: false
    }
    return this.#stamp({ _tag: "TurnStarted", turn: this.#turn, prompt })
  }

  /** The number of the turn that runs. */
  get running(): number | undefined {
    return this.#running?.turn
  }

  /** Whether a turn runs that we have asked to cancel. */
  get cancelling(): boolean {
    return this.#running?.cancelRequested ?? false
  }

  cancelRequested(): void {
    if (this.#running !== undefined) this.#running.cancelRequested = true
  }

  /**
   * Takes an update that came in a line of `bytes` bytes. `event` is absent when a cap left the update out; `passed` is
   * there once, at the first update left out.
   */
  update(incoming: UpdateEvent, bytes: number): { readonly event?: PhasedUpdate; readonly passed?: PassedCap } {
    const max = this.#limits.maxUpdateBytes
    const update: UpdateEvent =
      max === undefined || bytes <= max
        ? incoming
        : {
            _tag: "InvalidUpdate",
            sessionId: this.sessionId,
            raw: undefined,
            reason: `the update of ${bytes} bytes is over the limit of ${max}`,
            seq: incoming.seq
          }
    const phase = this.#phases.of(update)
    if (update._tag === "Update") {
      const { sessionUpdate } = update.update
      if (sessionUpdate === "tool_call" || sessionUpdate === "tool_call_update") this.#known.apply(update.update)
      else if (sessionUpdate === "config_option_update" && this.#setup !== undefined) {
        this.#setup = { ...this.#setup, configOptions: update.update.configOptions }
      }
    }
    const meter = phase === "turn" ? this.#running?.meter : undefined
    if (meter === undefined) return { event: this.#updateEvent(update, phase) }
    const before = meter.overflow
    const kept = meter.push(update)
    const after = meter.overflow
    return {
      ...(kept === undefined ? {} : { event: this.#updateEvent(kept, phase) }),
      ...(before === undefined && after !== undefined ? { passed: { ...after, seq: update.seq } } : {})
    }
  }

  permissionRequested(id: MessageId, request: RequestPermissionRequest, seq: number): SessionEvent {
    return this.#stamp({ _tag: "PermissionRequested", id, request }, seq)
  }

  permissionResolved(id: MessageId, outcome: RequestPermissionOutcome, by: PermissionResolved["by"]): SessionEvent {
    return this.#stamp({ _tag: "PermissionResolved", id, outcome, by })
  }

  overflow({ limit, max, seq }: PassedCap): SessionEvent {
    return this.#stamp({ _tag: "Overflow", limit, max }, seq)
  }

  turnEnded(stopReason: string, usage: TurnUsage | undefined, seq?: number): SessionEvent {
    const { turn, cancelRequested, omitted } = this.#endTurn()
    return this.#stamp(
      {
        _tag: "TurnEnded",
        turn,
        stopReason,
        cancelRequested,
        ...(usage === undefined ? {} : { usage }),
        ...(omitted === undefined ? {} : { omitted })
      },
      seq
    )
  }

  turnFailed(failure: RxacpFailure | FailureJson, seq?: number): SessionEvent {
    const { turn } = this.#endTurn()
    return this.#stamp({ _tag: "TurnFailed", turn, failure }, seq)
  }

  loadStarted(): SessionEvent {
    this.#phases.loadStarted()
    this.#known.clear()
    return this.#stamp({ _tag: "LoadStarted" })
  }

  loadEnded(setup: Setup, seq?: number): SessionEvent {
    this.#phases.loadEnded()
    this.#setup = setupOf(setup)
    return this.#stamp({ _tag: "LoadEnded", ok: true, ...this.#setup }, seq)
  }

  loadFailed(failure: RxacpFailure | FailureJson, seq?: number): SessionEvent {
    this.#phases.loadEnded()
    return this.#stamp({ _tag: "LoadEnded", ok: false, failure }, seq)
  }

  modeSet(modeId: string, seq?: number): SessionEvent {
    return this.#stamp({ _tag: "ModeSet", modeId }, seq)
  }

  configOptionsSet(configOptions: ReadonlyArray<SessionConfigOption>, seq?: number): SessionEvent {
    return this.#stamp({ _tag: "ConfigOptionsSet", configOptions }, seq)
  }

  #endTurn(): { turn: number; cancelRequested: boolean; omitted: ReplyMeter["omitted"] } {
    const running = this.#running
    this.#running = undefined
    this.#phases.turnEnded()
    return {
      turn: running?.turn ?? this.#turn,
      cancelRequested: running?.cancelRequested ?? false,
      omitted: running?.meter?.omitted
    }
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

  #stamp(event: Unstamped<SessionEvent>, seq?: number): SessionEvent {
    const stamp = { sessionId: this.sessionId, epoch: this.#epoch, n: ++this.#n }
    return (seq === undefined ? { ...event, ...stamp } : { ...event, ...stamp, seq }) as SessionEvent
  }
}

const setupOf = ({ modes, configOptions }: Setup): Setup => ({
  ...(modes === undefined ? {} : { modes }),
  ...(configOptions === undefined ? {} : { configOptions })
})
