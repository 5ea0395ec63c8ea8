/** Publishes the events of a session to a log, with snapshots of its state and a lease. */
import { filter, lastValueFrom, type Observable, takeWhile, toArray } from "rxjs"
import { isFailure, type RxacpFailure } from "../failures.ts"
import { assertLimits } from "../internal/assert-limits.ts"
import { replayJournal } from "../replay/replay-journal.ts"
import type { SessionEvent } from "../session/session-event.ts"
import type { Flow } from "../transport/flow.ts"
import type { RpcId } from "../wire/messages/message.ts"
import { Changes } from "./changes.ts"
import type { PublishedNote } from "./followed.ts"
import { isLogFailure, type LogFailure, LogUnavailable } from "./log-failure.ts"
import { readLogJournal } from "./log-journal.ts"
import { Outbox } from "./outbox.ts"
import { comparePositions } from "./position.ts"
import { published } from "./published-text.ts"
import { type Retention, RetentionMarks } from "./retention.ts"
import type { LogWriter, SessionLog } from "./session-log.ts"
import type { SnapshotFold } from "./snapshot-fold.ts"
import { SnapshotKeeper } from "./snapshot-keeper.ts"

/** How a session is published. */
export interface PublishOptions<State = unknown> {
  /** The fold whose state is written as snapshots (`sessionSnapshots` of `@rxacp/fold`); without it there are none. */
  readonly fold?: SnapshotFold<State>
  /** Events from one snapshot to the next, at least; large states are written less often. Default 500. */
  readonly snapshotEvery?: number
  /** Milliseconds without a sign of life after which a publisher counts as lost. Default 15,000. */
  readonly leaseMs?: number
  /** Held while too much waits to be written, so that a slow log holds the agent back: the `flow` of the transport. */
  readonly flow?: Flow
  /** Bytes that may wait to be written; without a `flow`, more end the publication with `BufferOverflow`. Default 16 MiB. */
  readonly maxQueuedBytes?: number
  /** How much of the log is kept; default: everything. */
  readonly keep?: Retention
  /** Called with each event before it is written; what it returns is written and folded. `_tag` and stamps must stay. */
  readonly redact?: (event: SessionEvent) => SessionEvent
  /**
   * The key of the agent's journal in the same log: events that an earlier host had and did not come to publish are then
   * published first.
   */
  readonly journal?: string
}

/** Why a publication is over; without a failure it was released, or its session has ended. */
export interface PublishEnd {
  readonly failure?: LogFailure | RxacpFailure
}

/** A session that is being published. */
export interface Publication {
  readonly sessionId: string
  /** The writer of the session's log, once it is open. Rejects when it can't be opened. */
  readonly writer: Promise<LogWriter>
  /** Writes something that is not an event of the session behind what waits. */
  note(note: PublishedNote): void
  /**
   * Says who answers a permission request, so that its `PermissionResolved` names them; undefined takes that back. False when
   * somebody has been named before.
   */
  attribute(permission: RpcId, by: string | undefined): boolean
  /** Resolves when everything that happened before is in the log, or the publication is over. */
  flushed(): Promise<void>
  /** Resolves when the publication is over. With a failure this host should close its agent: it may have been replaced. */
  readonly ended: Promise<PublishEnd>
  /** Writes what waits, gives the lease up and leaves the session open for another host. */
  release(): Promise<PublishEnd>
}

/** What of a session is published. */
export interface PublishedSession {
  readonly id: string
  readonly events: Observable<SessionEvent>
}

/**
 * Publishes what happens in a session from now on, under the session's id as key. The log gives the publisher its epoch and
 * refuses every earlier one. Ends with the session, by `release`, or with a failure: `LogFenced` when another host has taken the
 * session over, `LogGap` when the log has lost entries, `LogUnavailable`, `BufferOverflow`.
 *
 * Throws a `RangeError` if `snapshotEvery`, `leaseMs` or `maxQueuedBytes` is zero, negative or not a number.
 */
export const publishSession = <State>(
  session: PublishedSession,
  log: SessionLog,
  options: PublishOptions<State> = {}
): Publication => new SessionPublication(session, log, options)

class SessionPublication<State> implements Publication {
  readonly sessionId: string
  readonly writer: Promise<LogWriter>
  readonly ended: Promise<PublishEnd>
  readonly #log: SessionLog
  readonly #options: PublishOptions<State>
  readonly #leaseMs: number
  readonly #outbox: Outbox
  readonly #snapshots: SnapshotKeeper<State>
  readonly #marks: RetentionMarks
  readonly #snapshotEvery: number
  /** No more events come. */
  #over = false
  #released = false
  #ended = false
  /** Nothing is being written. */
  #idle = true
  readonly #written = new Changes()
  /** Who answers which permission request. */
  readonly #answering = new Map<RpcId, string>()
  #failure: unknown
  #n = 0
  #unmarked = 0

  constructor(session: PublishedSession, log: SessionLog, options: PublishOptions<State>) {
    const { fold, snapshotEvery = 500, leaseMs = 15_000, maxQueuedBytes = 16 * 1024 * 1024, flow, keep = {} } = options
    assertLimits({ snapshotEvery, leaseMs, maxQueuedBytes })
    this.sessionId = session.id
    this.#log = log
    this.#options = options
    this.#leaseMs = leaseMs
    this.#snapshotEvery = snapshotEvery
    this.#outbox = new Outbox(maxQueuedBytes, flow)
    this.#snapshots = new SnapshotKeeper(fold, session.id, snapshotEvery)
    this.#marks = new RetentionMarks(keep)
    const over = (): void => {
      this.#over = true
      this.#outbox.wake()
    }
    const events = session.events.subscribe({ next: (event) => this.#push(event), error: over, complete: over })
    this.writer = log.open(session.id)
    this.ended = this.#run().then(
      () => ({}),
      (error: unknown) => ({ failure: failureOf(error, session.id) })
    )
    this.ended.then(() => {
      this.#ended = true
      events.unsubscribe()
      this.#outbox.letGo()
      this.#written.notify()
    })
  }

  note(note: PublishedNote): void {
    this.#outbox.push({ text: JSON.stringify(note) })
  }

  attribute(permission: RpcId, by: string | undefined): boolean {
    if (by === undefined) return this.#answering.delete(permission)
    if (this.#answering.has(permission)) return false
    this.#answering.set(permission, by)
    return true
  }

  async flushed(): Promise<void> {
    while (!this.#ended && !(this.#idle && this.#outbox.empty)) await this.#written.next()
  }

  release(): Promise<PublishEnd> {
    this.#released = true
    this.#outbox.wake()
    return this.ended
  }

  #push(event: SessionEvent): void {
    if (this.#released) return
    const { redact } = this.#options
    const whole = this.#attributed(event)
    this.#outbox.push(published(redact === undefined ? whole : redact(whole)))
  }

  #attributed(event: SessionEvent): SessionEvent {
    if (event._tag !== "PermissionResolved") return event
    const answeredBy = this.#answering.get(event.id)
    if (answeredBy === undefined) return event
    this.#answering.delete(event.id)
    return event.by === "handler" ? Object.assign({}, event, { answeredBy }) : event
  }

  async #run(): Promise<void> {
    const writer = await this.writer
    const renewal = setInterval(() => void this.#renew(writer), this.#leaseMs / 3)
    try {
      await this.#renewed(writer)
      await this.#snapshots.restore(this.#log, this.sessionId)
      this.#marks.mark(writer.previous, 0, Date.now())
      await this.#recover(writer)
      await this.#pump(writer)
      await this.#end(writer)
    } finally {
      clearInterval(renewal)
    }
  }

  /** Publishes what the journal of an earlier host has and the log has not. */
  async #recover(writer: LogWriter): Promise<void> {
    const { journal } = this.#options
    if (journal === undefined) return
    const { epoch } = await this.#log.lease(journal)
    const { origin } = this.#snapshots
    // Its newest epoch is that of this host, which may be writing as fast as this reads.
    const earlier = readLogJournal(this.#log, journal).pipe(takeWhile((record) => record.epoch < epoch))
    const missing = replayJournal(earlier).pipe(
      filter((event) => event.sessionId === this.sessionId && comparePositions(event, origin) > 0),
      toArray()
    )
    const { redact } = this.#options
    const events = (await lastValueFrom(missing)).map((event) => (redact === undefined ? event : redact(event)))
    for (let from = 0; from < events.length; from += 256) {
      await this.#write(writer, events.slice(from, from + 256).map(published))
    }
  }

  async #pump(writer: LogWriter): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure
      if (!this.#outbox.empty) {
        this.#idle = false
        await this.#write(writer, this.#outbox.take())
        this.#idle = true
        this.#written.notify()
      } else if (this.#outbox.overflow !== undefined) throw this.#outbox.overflow
      else if (this.#over || this.#released) return
      else await this.#outbox.changed()
    }
  }

  async #write(writer: LogWriter, batch: ReadonlyArray<{ text: string; event?: SessionEvent }>): Promise<void> {
    await writer.append(
      this.#n + 1,
      batch.map(({ text }) => text)
    )
    this.#n += batch.length
    this.#unmarked += batch.length
    for (const { text, event } of batch) if (event !== undefined) this.#snapshots.add(event, text.length)
    if (this.#snapshots.due) await this.#snapshot(writer)
    if (this.#unmarked >= this.#snapshotEvery) await this.#mark(writer)
  }

  async #snapshot(writer: LogWriter): Promise<void> {
    const text = this.#snapshots.take({ epoch: writer.epoch, n: this.#n })
    if (text !== undefined) await writer.snapshot(this.#n, text)
  }

  async #mark(writer: LogWriter): Promise<void> {
    this.#marks.mark({ epoch: writer.epoch, n: this.#n }, this.#unmarked, Date.now())
    this.#unmarked = 0
    await this.#trim(writer)
  }

  async #trim(writer: LogWriter): Promise<void> {
    const upTo = this.#marks.trimmable(this.#snapshots.covered, Date.now())
    if (upTo !== undefined && upTo.epoch > 0) await writer.trim(upTo)
  }

  /** The session is over: a snapshot of all of it, then the word that it is closed. */
  async #end(writer: LogWriter): Promise<void> {
    if (this.#n > 0) await this.#snapshot(writer)
    if (!this.#released) {
      const note: PublishedNote = { _tag: "SessionClosed" }
      await writer.append(this.#n + 1, [JSON.stringify(note)])
    }
    await writer.renew(0)
    const { afterEndMs } = this.#options.keep ?? {}
    if (afterEndMs !== undefined) await writer.expire(afterEndMs)
  }

  async #renewed(writer: LogWriter): Promise<void> {
    await writer.renew(this.#leaseMs)
    const { afterEndMs } = this.#options.keep ?? {}
    if (afterEndMs !== undefined) await writer.expire(this.#leaseMs + afterEndMs)
    await this.#trim(writer)
  }

  async #renew(writer: LogWriter): Promise<void> {
    try {
      await this.#renewed(writer)
    } catch (error) {
      this.#failure ??= error
      this.#outbox.wake()
    }
  }
}

const failureOf = (error: unknown, key: string): LogFailure | RxacpFailure =>
  isLogFailure(error) || isFailure(error) ? error : new LogUnavailable({ key, reason: String(error) }, { cause: error })
