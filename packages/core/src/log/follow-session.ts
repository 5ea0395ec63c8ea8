/** A published session as an Observable. */
import { concatMap, finalize, from, Observable } from "rxjs"
import type { Followed } from "./followed.ts"
import { type FollowOptions, pullSession } from "./pull-session.ts"
import type { SessionLog } from "./session-log.ts"

/**
 * Follows a session that `publishSession` writes, wherever it runs. Cold; each subscriber reads for itself. Begins after the
 * position `after`, or with the last `Snapshot`; then come the session's events, and among them
 *
 * - `Gap` where events are no longer in the log, followed by a `Snapshot` if there is a later one;
 * - `ProducerLost` when the publisher's lease has run out, once until it gives a sign of life again;
 * - `CommandSettled` for the commands of viewers;
 * - `SessionClosed` at the end, and then the completion.
 *
 * `foldFollowed` of `@rxacp/fold` folds all of them. The log is read as fast as subscribers return; a consumer that needs time
 * pulls with `pullSession` instead. Errors with `LogUnavailable`.
 */
export const followSession = (log: SessionLog, sessionId: string, options: FollowOptions = {}): Observable<Followed> =>
  // An edge: unsubscribing has to end a read that waits.
  new Observable<Followed>((subscriber) => {
    const reading = new AbortController()
    return from(pullSession(log, sessionId, { ...options, signal: reading.signal }))
      .pipe(
        concatMap((values) => values),
        finalize(() => reading.abort())
      )
      .subscribe(subscriber)
  })
