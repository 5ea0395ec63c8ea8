/** One session of a live connection: its events, and the turn, load or resume that runs in it. */
import { concatMap, defer, Observable, of, Subject, take } from "rxjs"
import { isFailure, type RxacpFailure, TurnInProgress } from "../failures.ts"
import { assertLimits } from "../internal/assert-limits.ts"
import type { ContentBlock, RequestPermissionRequest, RequestPermissionResponse } from "../schema/index.ts"
import { type Explain, loadAnswer, withAuthMethods } from "../session/answers.ts"
import type { ReplyLimits } from "../session/limits.ts"
import type { SessionEvent } from "../session/session-event.ts"
import { SessionTracker } from "../session/tracker.ts"
import type { MessageId } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { allowed, call } from "./call.ts"
import type { ConnectionContext } from "./context.ts"
import type { EventChannel } from "./event-channel.ts"
import { EventLine, type Reader } from "./event-line.ts"
import { missingForPrompt, missingForSetup, type SessionSetup } from "./needs.ts"
import { OpenPermissions } from "./open-permissions.ts"
import { startedBy } from "./started-by.ts"
import { LiveTurn } from "./turn.ts"

/** The live side of one session. */
export class LiveSession {
  readonly tracker: SessionTracker
  readonly events: Observable<SessionEvent>
  readonly permissions: OpenPermissions
  /** Whether the caller has asked for this session, rather than the agent alone naming it. */
  claimed = false
  readonly #context: ConnectionContext
  readonly #line: EventLine
  readonly #freed = new Subject<void>()
  #turn: LiveTurn | undefined
  /** Who reads the load or resume that runs. */
  #opening: { readonly reader: Reader } | undefined
  /** Why the session is over, once it is. */
  #ended: RxacpFailure | undefined

  constructor(sessionId: string, context: ConnectionContext, channel: EventChannel) {
    this.tracker = new SessionTracker(sessionId, context.transport.epoch, context.limits)
    this.events = startedBy(channel.events, context.transport.start)
    this.#context = context
    this.#line = new EventLine(channel)
    this.permissions = new OpenPermissions({
      context,
      tracker: this.tracker,
      emit: (event) => this.#line.emit(event, this.#reader),
      cancelling: () => this.#turn?.draining ?? false
    })
  }

  get #reader(): Reader | undefined {
    return this.#turn?.reader ?? this.#opening?.reader
  }

  /** An update for this session, from a line of `bytes` bytes. */
  update(update: UpdateEvent, bytes: number): void {
    const { event, passed } = this.tracker.update(update, bytes)
    // What is late belongs to a turn before the one that runs.
    const reader = event?.phase === "late" ? this.#opening?.reader : this.#reader
    if (event !== undefined) this.#line.emit(event, reader, bytes)
    this.#turn?.active()
    if (passed === undefined) return
    const { sessionId } = this.tracker
    this.#context.transport.record({ type: "overflow", sessionId, ...passed }, () => {
      this.#line.emit(this.tracker.overflow(passed), this.#reader)
      this.#turn?.cancel()
    })
  }

  /** A permission request of this session. */
  permission(id: MessageId, request: RequestPermissionRequest, seq: number): Observable<RequestPermissionResponse> {
    this.#turn?.active()
    return this.permissions.ask(id, request, seq)
  }

  /** Emits an event that an answer to a call of this session made. */
  tell(event: SessionEvent): void {
    this.#line.emit(event, this.#reader)
  }

  prompt(prompt: ReadonlyArray<ContentBlock>, limits: ReplyLimits | undefined): Observable<SessionEvent> {
    if (limits !== undefined) assertLimits(limits)
    return allowed(this.#context, "session/prompt", (capabilities) => missingForPrompt(prompt, capabilities)).pipe(
      concatMap((answer) =>
        this.#free().pipe(
          concatMap(() => this.#runTurn({ prompt, limits, explain: withAuthMethods(answer.authMethods) }))
        )
      )
    )
  }

  /** Stops the running turn, if there is one that has not been stopped. */
  cancel(): void {
    this.#turn?.cancel()
  }

  load(setup: SessionSetup): Observable<SessionEvent> {
    return allowed(this.#context, "session/load", (capabilities) => missingForSetup(setup, capabilities)).pipe(
      concatMap((answer) => this.#runLoad(setup, withAuthMethods(answer.authMethods)))
    )
  }

  resume(setup: SessionSetup): Observable<SessionEvent> {
    const { sessionId } = this.tracker
    // An edge: the events that come while the call runs belong to its reader.
    return new Observable((reader) => {
      if (this.#busy(reader)) return
      const opening = { reader }
      this.#opening = opening
      const end = (failure?: RxacpFailure): void => {
        this.#opening = undefined
        this.#line.end(reader, failure)
      }
      return call(
        this.#context,
        "session/resume",
        { ...setup, sessionId },
        {
          lacks: (capabilities) => missingForSetup(setup, capabilities),
          answered: (value, seq) => this.#line.emit(this.tracker.opened(value, seq), reader)
        }
      )
        .subscribe({ error: end, complete: end })
        .add(() => {
          if (this.#opening === opening) this.#opening = undefined
        })
    })
  }

  /** The session is over: what runs in it fails, what is asked of it later fails at once. */
  end(failure: RxacpFailure): void {
    this.#ended = failure
    const opening = this.#opening
    this.#opening = undefined
    this.#turn?.abort(failure)
    if (opening !== undefined) this.#line.end(opening.reader, failure)
    this.#line.complete()
  }

  /** Emits once when a prompt may be written. */
  #free(): Observable<unknown> {
    return defer(() => {
      const turn = this.#turn
      if (turn?.draining) return this.#freed.pipe(take(1))
      return of(undefined)
    })
  }

  #runTurn(options: {
    prompt: ReadonlyArray<ContentBlock>
    limits: ReplyLimits | undefined
    explain: Explain
  }): Observable<SessionEvent> {
    // An edge: subscribing writes the prompt, unsubscribing cancels it.
    return new Observable((reader) => {
      if (this.#busy(reader)) return
      const { tracker, permissions } = this
      const turn = new LiveTurn(
        {
          context: this.#context,
          tracker,
          permissions,
          line: this.#line,
          release: (released, tell) => {
            if (this.#turn === released) this.#turn = undefined
            tell()
            this.#freed.next()
          }
        },
        reader,
        options
      )
      this.#turn = turn
      turn.begin()
      return () => turn.cancel()
    })
  }

  #runLoad(setup: SessionSetup, explain: Explain): Observable<SessionEvent> {
    const { peer, transport } = this.#context
    const { tracker } = this
    const { sessionId } = tracker
    // An edge: subscribing writes the call; unsubscribing asks to cancel it, and what comes is still a replay.
    return new Observable((reader) => {
      if (this.#busy(reader)) return
      const opening = { reader }
      const { id: requestId, send } = peer.prepare("session/load", { mcpServers: [], ...setup, sessionId })
      this.#opening = opening
      let written = false
      let left = false
      const end = ({ event, failure }: ReturnType<typeof loadAnswer>): void => {
        this.#opening = undefined
        this.#line.emit(event, reader)
        this.#line.end(reader, failure)
      }
      transport.record({ type: "loadStarted", sessionId, requestId }, () => {
        this.#line.emit(tracker.loadStarted(), reader)
        try {
          send((outcome, seq) => end(loadAnswer(tracker, outcome, seq, explain)))
          written = true
          if (left && this.#opening === opening) peer.askToCancel(requestId)
        } catch (failure) {
          if (!isFailure(failure)) throw failure
          transport.record({ type: "loadFailed", sessionId, failure: failure.toJSON() }, () =>
            end({ event: tracker.loadFailed(failure), failure })
          )
        }
      })
      return () => {
        if (this.#opening !== opening) return
        left = true
        // Before it is written it waits for its record.
        if (written) peer.askToCancel(requestId)
      }
    })
  }

  /** Refuses a reader when something runs in this session already, or when it is over. */
  #busy(reader: Reader): boolean {
    const gone = this.#ended ?? this.#context.peer.gone()
    if (gone !== undefined) reader.error(gone)
    else if (this.#turn !== undefined || this.#opening !== undefined) {
      const { sessionId, nextTurn } = this.tracker
      reader.error(new TurnInProgress({ sessionId, turn: this.#turn?.turn ?? nextTurn }))
    } else return false
    return true
  }
}
