/** The modelled host: it prompts, cancels, subscribes, leaves, holds and closes in any order, and remembers what it got. */

import { backpressure, type Connection, connect, type Session, type SessionEvent, type Transport } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { NEVER, type Observable, type ObservableInput, Subscription, tap } from "rxjs"
import { nextTurn, type Random } from "./random.ts"

/** A call or a turn, and how it ended. */
export interface Watched {
  readonly name: string
  readonly subscription: Subscription
  values: number
  ends: number
  /** Whether the host unsubscribed it. */
  left: boolean
}

/** A turn with its events; those of a slow consumer are not looked at one by one. */
export interface WatchedTurn extends Watched {
  readonly events: Array<SessionEvent>
  readonly slow: boolean
}

/** A session with its events from the start. */
export interface WatchedSession {
  readonly session: Session
  readonly events: Array<SessionEvent>
  readonly turns: Array<WatchedTurn>
  completions: number
  /** Whether the host asked to close it. */
  closed: boolean
}

/** How permission requests are answered. */
export type PermissionKind = "none" | "sync" | "async" | "never" | "throw" | "empty"

const NEVER_EXPIRE = 1e9

/** Drives one connection; `broken` says what it saw that must never happen. */
export class ModelHost {
  readonly permissions: PermissionKind
  readonly broken: Array<string> = []
  readonly calls: Array<Watched> = []
  readonly sessions: Array<WatchedSession> = []
  /** Sessions whose open requests the host withdrew. */
  readonly cancelled = new Set<string>()
  /** By session, how many of its first events were let go, as a diagnostic counted them: no one had subscribed yet. */
  readonly dropped = new Map<string, number>()
  diagnosticsCompleted = false
  readonly #random: Random
  readonly #transport: Transport
  readonly #connection: Connection
  readonly #holds: Array<() => void> = []
  #closing: Promise<unknown> | undefined
  #settling = false

  constructor(random: Random, transport: Transport) {
    this.#random = random
    this.#transport = transport
    this.permissions = random.pick(["none", "sync", "async", "never", "throw", "empty"])
    this.#connection = connect(transport, {
      info: { name: "fuzz", version: "1" },
      ...(this.permissions !== "none" && { permissions: () => this.#permission() }),
      timeouts: {
        cancel: NEVER_EXPIRE,
        request: NEVER_EXPIRE,
        initialize: NEVER_EXPIRE,
        start: NEVER_EXPIRE,
        hold: NEVER_EXPIRE
      }
    })
    this.#connection.diagnostics.subscribe({
      next: (diagnostic) => {
        if (diagnostic._tag === "EventsDropped") this.dropped.set(diagnostic.sessionId, diagnostic.count)
      },
      error: () => this.broken.push("the diagnostics errored"),
      complete: () => {
        this.diagnosticsCompleted = true
      }
    })
    this.#open()
  }

  get closing(): boolean {
    return this.#closing !== undefined
  }

  /** Does one thing. */
  step(): void {
    const random = this.#random
    const watched = random.anyOf(this.sessions.filter(({ closed }) => !closed))
    const inSession = (act: (watched: WatchedSession) => void) => () => {
      if (watched !== undefined) act(watched)
    }
    const prompt = inSession((it) => this.#prompt(it))
    const release = () => this.#holds.shift()?.()
    random.pick([
      prompt,
      prompt,
      inSession(({ session }) => this.#cancel(session)),
      inSession(({ session, turns }) => this.#leave(random.anyOf(turns), session)),
      () => this.#holds.push(this.#transport.flow.hold()),
      release,
      release,
      () => {
        if (this.sessions.length < 4) this.#open()
      },
      inSession(({ session }) => this.#load(session)),
      () => this.#call("extension", this.#connection.request("_fuzz/call", {})),
      () => this.#leave(random.anyOf(this.calls)),
      inSession((it) => {
        if (random.chance(0.15)) this.#closeSession(it)
      }),
      () => {
        if (random.chance(0.03)) this.#close()
      }
    ])()
  }

  /** From now on nothing is done from inside of events, and nothing holds delivery. */
  settle(): void {
    this.#settling = true
    for (const release of this.#holds.splice(0)) release()
  }

  /** Closes the connection; false when that is not done after many turns of the event loop. */
  async closed(): Promise<boolean> {
    let done = false
    this.#close()
    this.#closing?.then(() => {
      done = true
    })
    for (let turn = 0; turn < 500 && !done; turn++) await nextTurn()
    return done
  }

  #close(): void {
    this.#closing ??= this.#connection.close().catch((error: unknown) => this.#expectTyped("close()", error))
  }

  #cancel(session: Session): void {
    this.cancelled.add(session.id)
    session.cancel()
  }

  #load(session: Session): void {
    if (this.#random.chance(0.2)) this.#call("resume", session.resume({ cwd: "/" }))
    else this.#call("load", session.load({ cwd: "/" }))
  }

  #closeSession(watched: WatchedSession): void {
    watched.closed = true
    this.#call("close session", this.#connection.closeSession(watched.session.id))
  }

  #leave(watched: Watched | undefined, session?: Session): void {
    if (watched === undefined || watched.ends > 0) return
    watched.left = true
    if (session !== undefined) this.cancelled.add(session.id)
    watched.subscription.unsubscribe()
  }

  #open(): void {
    this.#call("open", this.#connection.open({ cwd: "/" }).pipe(tap((session) => this.#watch(session))))
  }

  #watch(session: Session): void {
    const watched: WatchedSession = { session, events: [], turns: [], completions: 0, closed: false }
    this.sessions.push(watched)
    let state = emptySession()
    session.events.subscribe({
      next: (event) => {
        watched.events.push(event)
        state = foldSession(state, event)
        if (watched.completions > 0) this.broken.push("an event came after the events had completed")
        if (!this.#settling && this.#random.chance(0.02)) this.step()
      },
      error: () => this.broken.push("the events of a session errored"),
      complete: () => watched.completions++
    })
  }

  #prompt({ session, turns }: WatchedSession): void {
    const random = this.#random
    const limits = random.chance(0.15) ? { maxUpdates: 1 + random.below(5) } : undefined
    const prompt = session.prompt("go", limits && { limits })
    const slow = random.chance(0.2)
    const events: Array<SessionEvent> = []
    const turn: WatchedTurn = { ...this.#unwatched("turn"), events, slow }
    turns.push(turn)
    const next = (event: SessionEvent): void => {
      if (turn.ends > 0) this.broken.push("an event of a turn came after its end")
      events.push(event)
      if (random.chance(0.03)) {
        turn.left = true
        this.cancelled.add(session.id)
        turn.subscription.unsubscribe()
      }
    }
    this.#subscribe(turn, slow ? prompt.pipe(this.#slowly()) : prompt, next)
  }

  #slowly() {
    const random = this.#random
    const waits = random.chance(0.5)
    const project = (event: SessionEvent) => (waits ? random.pause().then(() => event) : event)
    const options = { highWater: 1 + random.below(4), lowWater: 0, concurrency: 1 + random.below(3) }
    return backpressure(this.#transport.flow, project, options)
  }

  #call(name: string, call: Observable<unknown>): void {
    const watched = this.#unwatched(name)
    this.calls.push(watched)
    this.#subscribe(watched, call, () => {})
  }

  #unwatched(name: string): Watched {
    return { name, subscription: new Subscription(), values: 0, ends: 0, left: false }
  }

  /** Through a subscription that exists before the first value, so that it can be left from inside of it. */
  #subscribe<T>(watched: Watched, source: Observable<T>, next: (value: T) => void): void {
    const { subscription, name } = watched
    const inner = source.subscribe({
      next: (value) => {
        watched.values++
        if (!subscription.closed) next(value)
      },
      error: (error: unknown) => {
        watched.ends++
        this.#expectTyped(name, error)
      },
      complete: () => watched.ends++
    })
    subscription.add(inner)
  }

  #expectTyped(name: string, error: unknown): void {
    if (!(error instanceof Error && "_tag" in error))
      this.broken.push(`${name} failed without a typed failure: ${error}`)
  }

  #permission(): ObservableInput<{ readonly outcome: "selected"; readonly optionId: string }> {
    const random = this.#random
    const answer = { outcome: "selected" as const, optionId: random.pick(["y", "n", "o", "not offered"]) }
    switch (this.permissions) {
      case "async":
        return random
          .pause()
          .then(() => random.pause())
          .then(() => answer)
      case "never":
        return NEVER
      case "throw":
        throw new Error("the handler failed")
      case "empty":
        return []
      default:
        return [answer]
    }
  }
}
