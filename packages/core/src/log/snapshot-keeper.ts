/** The folded state of a published session, and when a snapshot of it is due. */
import type { SessionEvent } from "../session/session-event.ts"
import { eventOf } from "./event-text.ts"
import type { PublishedNote } from "./followed.ts"
import { type Position, START } from "./position.ts"
import type { LogSnapshot, SessionLog } from "./session-log.ts"
import type { SnapshotFold } from "./snapshot-fold.ts"

/** A snapshot as it is written: the state, and the stamp that the last event had in its own session. */
interface SnapshotText {
  readonly state: unknown
  readonly origin: Position
}

/** The state in the text of a snapshot. */
export const stateOf = ({ state }: LogSnapshot): unknown => (JSON.parse(state) as SnapshotText).state

/** Folds what is published. Without a fold it only knows what was published last. */
export class SnapshotKeeper<State> {
  readonly #fold: SnapshotFold<State> | undefined
  readonly #every: number
  #state: State | undefined
  #origin: Position = START
  #covered: Position = START
  #events = 0
  #bytes = 0
  /** Size of the last snapshot: the next has to wait for some of that, so that all of them together cost a constant factor. */
  #size = 0

  constructor(fold: SnapshotFold<State> | undefined, sessionId: string, every: number) {
    this.#fold = fold
    this.#every = every
    this.#state = fold?.empty(sessionId)
  }

  /** The stamp of the last event in its own session, whoever published it. */
  get origin(): Position {
    return this.#origin
  }

  /** The position of the last snapshot; undefined when none are written. */
  get covered(): Position | undefined {
    return this.#fold === undefined ? undefined : this.#covered
  }

  /** Takes up what earlier publishers have left. */
  async restore(log: SessionLog, sessionId: string): Promise<void> {
    const snapshot = await log.snapshot(sessionId)
    if (snapshot !== undefined) {
      const { state, origin }: SnapshotText = JSON.parse(snapshot.state)
      this.#covered = snapshot.at
      this.#origin = origin
      this.#state = this.#fold?.restore(state)
    }
    for await (const batch of log.read(sessionId, { after: this.#covered })) {
      if (batch._tag === "Gap") continue
      for (const { item } of batch.entries) {
        const parsed: SessionEvent | PublishedNote = JSON.parse(item)
        if ("epoch" in parsed) this.add(eventOf(parsed), item.length)
      }
    }
  }

  add(event: SessionEvent, bytes: number): void {
    this.#events++
    this.#bytes += bytes
    this.#origin = { epoch: event.epoch, n: event.n }
    if (this.#fold !== undefined && this.#state !== undefined) this.#state = this.#fold.fold(this.#state, event)
  }

  get due(): boolean {
    return this.#events >= this.#every && this.#bytes >= this.#size / 4
  }

  /** The text of a snapshot now, which is at `at`; undefined without a fold, or when nothing has happened since the last. */
  take(at: Position): string | undefined {
    if (this.#fold === undefined || this.#state === undefined || this.#events === 0) return undefined
    const snapshot: SnapshotText = { state: this.#fold.serialize(this.#state), origin: this.#origin }
    const text = JSON.stringify(snapshot)
    this.#covered = at
    this.#events = 0
    this.#bytes = 0
    this.#size = text.length
    return text
  }
}
