/** A published session as values, pulled in batches. */
import { type Followed, followedOf, type Snapshot } from "./followed.ts"
import { LeaseWatch } from "./lease-watch.ts"
import { comparePositions, type Position, START } from "./position.ts"
import type { Gap, LogBatch, SessionLog } from "./session-log.ts"
import { stateOf } from "./snapshot-keeper.ts"

/** From where, and how long, a session is followed. */
export interface FollowOptions {
  /** Go on after this position; default: begin with the last snapshot, or with the first event when there is none. */
  readonly after?: Position
  /** Wait for more at the end. Default true. */
  readonly follow?: boolean
}

/** The same for a reader that pulls. */
export interface PullOptions extends FollowOptions {
  /** Ends the reading, also while it waits. */
  readonly signal?: AbortSignal
}

const snapshotOf = async (log: SessionLog, sessionId: string): Promise<Snapshot | undefined> => {
  const found = await log.snapshot(sessionId)
  return found && { _tag: "Snapshot", at: found.at, state: stateOf(found) }
}

/**
 * What a follower who was passed by starts again from: a snapshot after what it has, or anything when the log itself has gone
 * back. Undefined when it can only go on behind the gap.
 */
const afterGap = async (log: SessionLog, sessionId: string, { from, to }: Gap): Promise<Snapshot | undefined> => {
  const rewound = comparePositions(to, from) < 0
  const snapshot = await snapshotOf(log, sessionId)
  if (snapshot !== undefined && (rewound || comparePositions(snapshot.at, from) > 0)) return snapshot
  return rewound ? { _tag: "Snapshot", at: START, state: null } : undefined
}

/**
 * Follows a session that `publishSession` writes, wherever it runs, as batches of values: a batch is read when it is asked for,
 * so a slow reader holds nothing back and costs no more than its bound. Ends after `SessionClosed`, at the end of the log with
 * `follow: false`, or when the signal is aborted. Rejects with `LogUnavailable`.
 */
export const pullSession = (
  log: SessionLog,
  sessionId: string,
  options: PullOptions = {}
): AsyncGenerator<ReadonlyArray<Followed>> => pulling(log, sessionId, options)

async function* pulling(
  log: SessionLog,
  sessionId: string,
  options: PullOptions
): AsyncGenerator<ReadonlyArray<Followed>> {
  const { follow = true, signal } = options
  let wake = (): void => {}
  const watch = new LeaseWatch(log, sessionId, () => wake())
  const reading = new AbortController()
  const stop = (): void => reading.abort()
  signal?.addEventListener("abort", stop)
  if (signal?.aborted === true) stop()

  let at = options.after ?? START
  let reader: AsyncIterator<LogBatch> | undefined
  const open = (): AsyncIterator<LogBatch> => {
    reader = log.read(sessionId, { after: at, follow, signal: reading.signal })[Symbol.asyncIterator]()
    return reader
  }

  try {
    if (options.after === undefined) {
      const snapshot = await snapshotOf(log, sessionId)
      if (snapshot !== undefined) {
        at = snapshot.at
        yield [snapshot]
      }
    }
    let current = open()
    if (follow) watch.start()
    for (;;) {
      let arrived = false
      let told = false
      const next = current.next()
      const settle = (): void => {
        arrived = true
        wake()
      }
      next.then(settle, settle)
      while (!arrived) {
        const { lost } = watch
        if (lost !== undefined && !told && comparePositions(at, lost.last) >= 0) {
          told = true
          yield [{ _tag: "ProducerLost", epoch: lost.epoch }]
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
      const { done, value: batch } = await next
      if (done === true) return
      if (batch._tag === "Gap") {
        at = batch.to
        yield [batch]
        const snapshot = await afterGap(log, sessionId, batch)
        if (snapshot === undefined) continue
        await current.return?.()
        at = snapshot.at
        current = open()
        yield [snapshot]
        continue
      }
      const values = batch.entries.map(followedOf)
      at = batch.entries.at(-1)?.at ?? at
      if (follow && watch.lost !== undefined) watch.start()
      yield values
      if (values.at(-1)?._tag !== "SessionClosed") continue
      // Closed for good, unless somebody has taken the session up again.
      if ((await log.lease(sessionId)).epoch <= at.epoch) return
    }
  } finally {
    watch.stop()
    signal?.removeEventListener("abort", stop)
    reading.abort()
    // Not awaited: a read that waits ends with the signal.
    void reader?.return?.()
  }
}
