/** One session of a live connection: feeds the session machine, gives its events to all who read, and does its effects. */
import { concatMap, defer, from, Observable, type ObservableInput, type Subscriber, type Subscription } from "rxjs"
import { isFailure, RequestFailed, RequestTimedOut } from "../failures.ts"
import { assertLimits } from "../internal/assert-limits.ts"
import { heldSize } from "../internal/held-size.ts"
import { Queue } from "../internal/queue.ts"
import type { PreparedCall } from "../rpc/peer.ts"
import type {
  AuthMethod,
  ContentBlock,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate
} from "../schema/index.ts"
import { explainOutcome } from "../session/explain-failure.ts"
import { KnownCalls } from "../session/known-calls.ts"
import type { ReplyLimits } from "../session/limits.ts"
import type { Asked } from "../session/machine/asked.ts"
import type { Effect } from "../session/machine/effect.ts"
import type { Clock, Input } from "../session/machine/input.ts"
import { isRead, type OpenRequest, requestKey } from "../session/machine/state.ts"
import type { SessionEvent } from "../session/session-event.ts"
import { SessionMachine } from "../session/session-machine.ts"
import type { Line } from "../wire/lines/line.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import type { Request, RpcId } from "../wire/messages/message.ts"
import type { UpdateEvent } from "../wire/updates/update-event.ts"
import { allowed, made } from "./call.ts"
import { checkedParams } from "./checked-params.ts"
import type { ConnectionContext } from "./context.ts"
import type { EventChannel } from "./event-channel.ts"
import { missingForPrompt, missingForSetup, type SessionSetup } from "./missing-capability.ts"
import type { Timeouts } from "./options.ts"
import { isOffered, permissionAnswer } from "./permission-answer.ts"
import { SessionClocks } from "./session-clocks.ts"
import { startOnSubscribe } from "./start-on-subscribe.ts"

type Method = "session/prompt" | "session/load" | "session/resume"

/** A prompt, load or resume that has a reader. */
interface Reading {
  readonly method: Method
  readonly call: PreparedCall
  readonly reader: Subscriber<SessionEvent>
  readonly authMethods: ReadonlyArray<AuthMethod> | undefined
  readonly clocks: Readonly<Partial<Record<Clock, number>>>
  readonly signal?: AbortSignal | undefined
}

/** A permission request on its way to an answer. */
interface Asking {
  readonly request: RequestPermissionRequest
  readonly answer: Subscriber<RequestPermissionResponse>
  asked?: Subscription
}

/** What is waiting to be taken: an input, or an update with the size of its line. */
type Waiting = Input | { readonly type: "update"; readonly update: UpdateEvent; readonly line: Line }

/** What a load can be given besides the set-up. */
export interface LoadOptions {
  /**
   * Ends the load only when no update has come for so many ms since its answer, for agents that answer before their history
   * is out. Default: it ends with the answer.
   */
  readonly quiet?: number
}

/** What a prompt can be given besides its content. */
export interface PromptOptions {
  /** Caps for this turn, in place of the connection's. Throws a `RangeError` for a cap that is not over 0. */
  readonly limits?: ReplyLimits
  /** Times to wait in this turn, in place of the connection's. */
  readonly timeouts?: Pick<Timeouts, "idle" | "turn" | "cancel">
  /**
   * Cancels the turn when it is aborted: the turn goes on to the agent's answer, as after `session.cancel()`. One that is
   * aborted before the prompt is asked for fails it with the signal's reason, and nothing is written.
   */
  readonly signal?: AbortSignal
}

/** The live side of one session. */
export class LiveSession {
  readonly events: Observable<SessionEvent>
  readonly machine: SessionMachine
  /** Whether the caller has asked for this session, rather than the agent alone naming it. */
  claimed = false
  readonly #context: ConnectionContext
  readonly #channel: EventChannel
  readonly #clocks: SessionClocks
  readonly #known: KnownCalls
  readonly #readings = new Map<RpcId, Reading>()
  readonly #asking = new Map<string, Array<Asking>>()
  readonly #withdrawals = new Map<string, () => void>()
  readonly #queue = new Queue<Waiting>()
  /** Calls that have been written in this step. */
  #sent: Array<RpcId> = []
  #busy = false
  /** Who gets the events of what runs. */
  #reader: Subscriber<SessionEvent> | undefined

  constructor(sessionId: string, context: ConnectionContext, channel: EventChannel) {
    this.machine = new SessionMachine(sessionId, context.transport.epoch, context.budget.share("ids"), context.limits)
    this.events = startOnSubscribe(channel.events, () => context.transport.start())
    this.#context = context
    this.#channel = channel
    this.#known = new KnownCalls(context.budget.share("toolCalls"))
    this.#clocks = new SessionClocks({
      held: context.transport.flow.held,
      expired: (clock, ms) => this.take(this.#expiry(clock, ms))
    })
  }

  /** Takes an input; one that comes of an event or effect of another is taken after it. */
  take(input: Input): void {
    if (this.#busy) {
      this.#queue.add(input)
      return
    }
    // A line that comes of what is done here waits, so that each line finds what was decided before it.
    const { transport } = this.#context
    transport.suspend(true)
    this.#busy = true
    this.#react(input)
    this.#settle()
    transport.suspend(false)
    this.#confirm()
  }

  /** An update for this session, and the line that it came in. */
  update(update: UpdateEvent, line: Line): void {
    if (update._tag === "Update") this.#context.said?.addUpdate(update.update)
    if (this.#busy) {
      this.#queue.add({ type: "update", update, line })
      return
    }
    this.#busy = true
    this.#putUpdate(update, line)
    this.#settle()
    this.#confirm()
  }

  /** Releases what is kept of its events: this session will not be asked for again. */
  forget(): void {
    this.#known.clear()
    this.#channel.clear()
  }

  /** The agent said something about the session. */
  active(): void {
    this.#clocks.active()
  }

  prompt(
    prompt: ReadonlyArray<ContentBlock>,
    { limits, timeouts = {}, signal }: PromptOptions
  ): Observable<SessionEvent> {
    if (limits !== undefined) assertLimits(limits)
    assertLimits(timeouts)
    const { sessionId } = this.machine
    const method = "session/prompt"
    return made(this.#context, method, () => {
      signal?.throwIfAborted()
      const params = checkedParams(method, { sessionId, prompt })
      return allowed(this.#context, method, (capabilities) => missingForPrompt(prompt, capabilities)).pipe(
        concatMap(({ authMethods }) =>
          this.#reading({ method, authMethods, clocks: timeouts, signal }, params, (requestId) => ({
            type: "promptAsked",
            requestId,
            prompt,
            limits
          }))
        )
      )
    })
  }

  load(setup: SessionSetup, { quiet = 0 }: LoadOptions): Observable<SessionEvent> {
    const { sessionId } = this.machine
    const method = "session/load"
    return made(this.#context, method, () => {
      const params = checkedParams(method, { mcpServers: [], ...setup, sessionId })
      return allowed(this.#context, method, (capabilities) => missingForSetup(setup, capabilities)).pipe(
        concatMap(({ authMethods }) =>
          this.#reading({ method, authMethods, clocks: { quiet } }, params, (requestId) => ({
            type: "loadAsked",
            requestId,
            quiet: quiet > 0
          }))
        )
      )
    })
  }

  resume(setup: SessionSetup): Observable<SessionEvent> {
    const { sessionId } = this.machine
    const method = "session/resume"
    return made(this.#context, method, () => {
      const params = checkedParams(method, { ...setup, sessionId })
      return allowed(this.#context, method, (capabilities) => missingForSetup(setup, capabilities)).pipe(
        concatMap(({ authMethods }) =>
          this.#reading({ method, authMethods, clocks: {} }, params, (requestId) => ({
            type: "resumeAsked",
            requestId
          }))
        )
      )
    })
  }

  /** A permission request of this session; unsubscribed when the agent takes it back. */
  permission(id: RpcId, request: RequestPermissionRequest, seq: number): Observable<RequestPermissionResponse> {
    const key = requestKey(id)
    // An edge: asking is an event, and so is every way in which it ends.
    return new Observable((answer) => {
      const asking: Asking = { request, answer }
      this.#asking.set(key, [...(this.#asking.get(key) ?? []), asking])
      this.active()
      this.take({ type: "permissionRequested", id, request, seq })
      return () => {
        if (this.#asking.get(key)?.includes(asking) !== true) return
        asking.asked?.unsubscribe()
        this.take({ type: "permissionAnswered", id, outcome: { outcome: "cancelled" }, by: "cancel" })
      }
    })
  }

  /** Answers an open permission request; false when there is none with this id. */
  answerPermission(id: RpcId, outcome: RequestPermissionOutcome): boolean {
    const open = this.machine.state.requests.get(requestKey(id))
    const asking = this.#asking.get(requestKey(id))?.[0]
    if (open === undefined || open.deciding || asking === undefined) return false
    if (!isOffered(asking.request, outcome)) throw new RangeError("the outcome selects an option that was not offered")
    this.take({ type: "permissionAnswered", id, outcome, by: "handler" })
    return true
  }

  /**
   * Answers any other request of the agent. The agent waits for us meanwhile. A cancel of the session stops the answer:
   * `withdrawn` is given then, or the error of a request that was cancelled.
   */
  request<T>(
    { id, method }: Pick<Request, "id" | "method">,
    kind: Exclude<OpenRequest["kind"], "permission">,
    answer: () => ObservableInput<T>,
    withdrawn?: T
  ): Observable<T> {
    const key = requestKey(id)
    // An edge: the answer can also come from a cancel of the session.
    return new Observable((subscriber) => {
      const withdraw = (): void => {
        if (withdrawn === undefined) subscriber.error(cancelled(method))
        else {
          subscriber.next(withdrawn)
          subscriber.complete()
        }
      }
      this.#withdrawals.set(key, withdraw)
      subscriber.add(() => {
        if (this.#withdrawals.get(key) !== withdraw) return
        this.#withdrawals.delete(key)
        this.take({ type: "requestClosed", id })
      })
      this.active()
      this.take({ type: "requestOpened", id, kind })
      if (!subscriber.closed) subscriber.add(defer(() => from(answer())).subscribe(subscriber))
    })
  }

  /** The events of one prompt, load or resume, from when it is asked for. */
  #reading(
    how: Omit<Reading, "call" | "reader">,
    params: object,
    asked: (requestId: RpcId) => Asked
  ): Observable<SessionEvent> {
    // An edge: subscribing asks, unsubscribing gives up.
    return new Observable((reader) => {
      const call = this.#context.peer.prepare(how.method, params)
      const { id } = call
      this.#readings.set(id, { ...how, call, reader })
      this.take(asked(id))
      const abort = (): void => {
        if (this.#readings.has(id)) this.take({ type: "readerLeft", requestId: id })
      }
      how.signal?.addEventListener("abort", abort)
      return () => {
        how.signal?.removeEventListener("abort", abort)
        if (this.#readings.has(id)) this.take({ type: "readerLeft", requestId: id })
      }
    })
  }

  /** Takes what came meanwhile. */
  #settle(): void {
    while (this.#queue.size > 0) {
      const next = this.#queue.take()
      if (next.type === "update") this.#putUpdate(next.update, next.line)
      else this.#react(next)
    }
    this.#busy = false
  }

  /** Says what has been written, after what an agent in memory answered at once. */
  #confirm(): void {
    for (let sent = this.#sent.shift(); sent !== undefined; sent = this.#sent.shift()) {
      this.take({ type: "written", requestId: sent })
    }
  }

  #putUpdate(update: UpdateEvent, line: Line): void {
    const { machine } = this
    if (update._tag === "Update") this.#noteCall(update.update, line)
    const event = machine.update(update, line.bytes)
    if (event !== undefined) {
      // What is late belongs to a turn before the one that runs.
      const late = event.phase === "late" && machine.state.runs?.kind === "turn"
      this.#emit(event, late ? undefined : this.#reader, line.text)
    }
    this.#clocks.active()
    const cap = machine.takePassed()
    if (cap !== undefined) this.#react({ type: "capPassed", cap })
  }

  /** Remembers how a tool call stands, for whoever is asked to permit it. */
  #noteCall(update: SessionUpdate, line: Line): void {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return
    // Without a handler there is nothing to ask.
    if (this.#context.permissions === undefined) return
    this.#known.apply(update, heldSize(line.text))
  }

  #react(input: Input): void {
    const { machine } = this
    const before = this.#reader
    const { events, effects } = machine.take(input)
    const { state } = machine
    this.#reader = isRead(state) ? this.#readings.get(state.runs?.requestId ?? null)?.reader : undefined
    this.#clocks.waited(state.requests.size > 0)
    for (const event of events) {
      if (event._tag === "LoadStarted") this.#known.clear()
      this.#emit(event, before ?? this.#reader)
      if (event._tag === "TurnEnded" && machine.idsReused) {
        this.#context.diagnose({ _tag: "ReusedMessageIds", sessionId: machine.sessionId, turn: event.turn })
      }
    }
    for (const effect of effects) this.#perform(effect)
  }

  #emit(event: SessionEvent, reader: Subscriber<SessionEvent> | undefined, text?: string): void {
    this.#channel.push(event, reader !== undefined && !reader.closed, text)
    reader?.next(event)
  }

  #perform(effect: Effect): void {
    const { peer, transport } = this.#context
    switch (effect.type) {
      case "record": {
        const { decision } = effect
        transport.record(decision, () => this.take({ type: "decided", decision }))
        return
      }
      case "send":
        this.#send(effect.requestId)
        return
      case "sendCancel":
        quietly(() => peer.notify("session/cancel", { sessionId: this.machine.sessionId }, { exempt: true }))
        return
      case "askToCancel":
        peer.askToCancel(Number(effect.requestId))
        return
      case "forget":
        peer.forget(Number(effect.requestId))
        return
      case "ask":
        this.#ask(effect.id)
        return
      case "answer": {
        const asking = this.#takeAsking(effect.id, "first")
        asking?.asked?.unsubscribe()
        asking?.answer.next({ outcome: effect.outcome })
        asking?.answer.complete()
        return
      }
      case "refuseRequest":
        this.#takeAsking(effect.id, "last")?.answer.error(idInUse())
        return
      case "withdraw":
        this.#withdrawals.get(requestKey(effect.id))?.()
        return
      case "start":
        this.#clocks.start(effect.clock, this.#timeOf(effect.clock))
        return
      case "stop":
        this.#clocks.stop(effect.clocks)
        return
      case "finish": {
        const reader = this.#readings.get(effect.requestId)?.reader
        this.#readings.delete(effect.requestId)
        if (effect.failure === undefined) reader?.complete()
        else reader?.error(effect.failure)
        return
      }
      case "complete":
        this.#known.clear()
        this.#channel.complete()
    }
  }

  #send(requestId: RpcId): void {
    const reading = this.#readings.get(requestId)
    if (reading === undefined) return
    const { method, call, authMethods } = reading
    try {
      call.send((outcome, seq) => {
        // Without a line the connection has ended, which every session gets as an input of its own.
        if (seq === undefined) return
        this.take({ type: "answered", method, requestId, outcome: explainOutcome(outcome, authMethods), seq })
      })
      this.#sent.push(requestId)
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      this.take({ type: "notWritten", requestId, failure })
    }
  }

  #ask(id: RpcId): void {
    const asking = this.#asking.get(requestKey(id))?.[0]
    if (asking === undefined) return
    const { request } = asking
    const { sessionId } = this.machine
    const { toolCall } = request
    const known = this.#known.get(toolCall.toolCallId)
    const answer = permissionAnswer(this.#context, { id, sessionId, request, known })
    asking.asked = answer.subscribe(({ outcome, by }) => this.take({ type: "permissionAnswered", id, outcome, by }))
  }

  #takeAsking(id: RpcId, which: "first" | "last"): Asking | undefined {
    const key = requestKey(id)
    const all = [...(this.#asking.get(key) ?? [])]
    const asking = which === "first" ? all.shift() : all.pop()
    if (all.length === 0) this.#asking.delete(key)
    else this.#asking.set(key, all)
    return asking
  }

  #timeOf(clock: Clock): number {
    const { runs } = this.machine.state
    const own = runs === undefined ? undefined : this.#readings.get(runs.requestId)?.clocks[clock]
    return own ?? (clock === "quiet" ? 0 : this.#context.timeouts[clock])
  }

  #expiry(clock: Clock, ms: number): Input {
    if (clock === "quiet") return { type: "quietened" }
    const method = clock === "request" ? "session/resume" : "session/prompt"
    return { type: "expired", clock, failure: new RequestTimedOut({ method, ms, waitedFor: clock }) }
  }
}

const idInUse = (): RequestFailed =>
  new RequestFailed({
    code: RpcErrorCode.InvalidRequest,
    message: "a request with this id is open",
    method: "session/request_permission"
  })

const cancelled = (method: string): RequestFailed =>
  new RequestFailed({ code: RpcErrorCode.RequestCancelled, message: "Request cancelled", method })

/** Does what can only fail because the transport has ended. */
const quietly = (act: () => void): void => {
  try {
    act()
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}
