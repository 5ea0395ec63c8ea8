/** One running turn: from the prompt that is written to the answer that ends it, whoever still listens. */
import { type Observable, Subject, Subscription, startWith, switchMap } from "rxjs"
import { isFailure, RequestTimedOut, type RxacpFailure } from "../failures.ts"
import type { PreparedCall } from "../rpc/peer.ts"
import type { ContentBlock } from "../schema/index.ts"
import { type AnswerEvent, type Explain, turnAnswer } from "../session/answers.ts"
import type { ReplyLimits } from "../session/limits.ts"
import type { SessionTracker } from "../session/tracker.ts"
import { anyOf } from "./any-of.ts"
import type { ConnectionContext } from "./context.ts"
import type { EventLine, Reader } from "./event-line.ts"
import { heldTimer } from "./held-timer.ts"
import type { OpenPermissions } from "./open-permissions.ts"

/** What a turn needs of its session. */
export interface TurnHost {
  readonly context: ConnectionContext
  readonly tracker: SessionTracker
  readonly line: EventLine
  readonly permissions: OpenPermissions
  /** The agent owes the turn nothing any more: makes room, runs `tell`, then lets the next prompt in. */
  readonly release: (turn: LiveTurn, tell: () => void) => void
}

/** What is sent. */
export interface TurnOptions {
  readonly prompt: ReadonlyArray<ContentBlock>
  readonly limits: ReplyLimits | undefined
  readonly explain: Explain
}

/** How a turn ends: without an event when it was never told of. */
type TurnEnd = Partial<AnswerEvent>

/** One turn of a session. */
export class LiveTurn {
  readonly turn: number
  readonly reader: Reader
  readonly #host: TurnHost
  readonly #options: TurnOptions
  readonly #call: PreparedCall
  readonly #clocks = new Subscription()
  readonly #activity = new Subject<void>()
  #written = false
  #cancelling = false
  /** Its end has been told; the answer may still be outstanding. */
  #over = false

  /** Throws a TypeError for a prompt that JSON can't hold. */
  constructor(host: TurnHost, reader: Reader, options: TurnOptions) {
    this.#host = host
    this.reader = reader
    this.#options = options
    this.turn = host.tracker.nextTurn
    const { context, tracker } = host
    this.#call = context.peer.prepare("session/prompt", { sessionId: tracker.sessionId, prompt: options.prompt })
  }

  /** Whether a cancel has been asked for; what is left is to wait for the answer. */
  get draining(): boolean {
    return this.#cancelling
  }

  /** Records the turn, tells it, writes the prompt. */
  begin(): void {
    const { context, tracker, line } = this.#host
    const { prompt, limits } = this.#options
    const { sessionId } = tracker
    const { turn } = this
    const decision = { type: "turnStarted" as const, sessionId, turn, requestId: this.#call.id, prompt }
    context.transport.record(limits === undefined ? decision : { ...decision, limits }, () => {
      line.emit(tracker.turnStarted(prompt, limits), this.reader)
      try {
        this.#call.send((outcome, seq) => {
          this.#release(() => turnAnswer(tracker, outcome, seq, this.#options.explain))
        })
      } catch (error) {
        if (!isFailure(error)) throw error
        this.#fail(error, "nothing")
        return
      }
      this.#written = true
      this.#startClocks()
      // An agent in memory may have answered already.
      if (this.#cancelling && !this.#over) this.#sendCancel()
    })
  }

  /** Asks the agent to stop, once; open permission requests are answered `cancelled`. */
  cancel(): void {
    if (this.#over || this.#cancelling) return
    this.#cancelling = true
    if (this.#written) this.#sendCancel()
  }

  /** The agent gave a sign of life. */
  active(): void {
    if (this.#activity.observed) this.#activity.next()
  }

  /** No answer can come any more. A turn that has not been told of yet ends without an event. */
  abort(failure: RxacpFailure): void {
    const { tracker } = this.#host
    this.#release(() => (tracker.running === this.turn ? { event: tracker.turnFailed(failure), failure } : { failure }))
  }

  #sendCancel(): void {
    const { context, tracker, permissions } = this.#host
    const { sessionId } = tracker
    context.transport.record({ type: "cancelRequested", sessionId }, () => {
      tracker.cancelRequested()
      context.peer.notify("session/cancel", { sessionId }, { exempt: true })
      permissions.cancelAll()
      this.#after("cancel", () => {
        context.peer.forget(this.#call.id)
        this.#fail(this.#timedOut("cancel"), "nothing")
      })
    })
  }

  #startClocks(): void {
    const { context, permissions } = this.#host
    const giveUp = (waitedFor: "idle" | "turn"): void => {
      this.cancel()
      this.#fail(this.#timedOut(waitedFor), "answer")
    }
    this.#after("turn", () => giveUp("turn"))
    const { idle } = context.timeouts
    if (idle === Number.POSITIVE_INFINITY) return
    const waiting = anyOf(context.transport.flow.held, permissions.asking)
    this.#clocks.add(
      this.#activity
        .pipe(
          startWith(undefined),
          switchMap(() => heldTimer(idle, waiting))
        )
        .subscribe(() => giveUp("idle"))
    )
  }

  #after(name: "cancel" | "turn", expired: () => void): void {
    const { timeouts, transport } = this.#host.context
    const ms = timeouts[name]
    if (ms === Number.POSITIVE_INFINITY) return
    const clock: Observable<0> = heldTimer(ms, transport.flow.held)
    this.#clocks.add(clock.subscribe(expired))
  }

  #timedOut(waitedFor: "cancel" | "idle" | "turn"): RequestTimedOut {
    return new RequestTimedOut({ method: "session/prompt", ms: this.#host.context.timeouts[waitedFor], waitedFor })
  }

  /**
   * Fails the turn for a reason of ours, which is recorded first. Until then it stays the turn of its session, so that a
   * connection that ends meanwhile ends it too.
   */
  #fail(failure: RxacpFailure, owed: "answer" | "nothing"): void {
    const { context, tracker } = this.#host
    const { turn } = this
    const { sessionId } = tracker
    const end = (): TurnEnd => ({ event: tracker.turnFailed(failure), failure })
    const effect = owed === "answer" ? () => this.#tell(end) : () => this.#release(end)
    if (owed === "nothing") this.#clocks.unsubscribe()
    if (this.#over) effect()
    else context.transport.record({ type: "turnFailed", sessionId, turn, failure: failure.toJSON() }, effect)
  }

  /** Tells the end, once; it is made only then, since making it ends the turn for the tracker. */
  #tell(end: () => TurnEnd): void {
    if (this.#over) return
    this.#over = true
    const { line } = this.#host
    const { event, failure } = end()
    if (event !== undefined) line.emit(event, this.reader)
    line.end(this.reader, failure)
  }

  #release(end: () => TurnEnd): void {
    this.#clocks.unsubscribe()
    this.#host.permissions.cancelAll()
    this.#host.release(this, () => this.#tell(end))
  }
}
