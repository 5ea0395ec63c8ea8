/** A journal to session events. */
import { concat, concatMap, defer, from, type Observable, type ObservableInput } from "rxjs"
import type { JournalRecord } from "../journal/record.ts"
import type { SessionEvent } from "../session/session-event.ts"
import { checkedRecords, type OnDamage } from "./checked-records.ts"
import { JournalReplayer } from "./replayer.ts"

/**
 * The session events that the recorded connection had, in the same order and with the same numbers; so a fold of them is in
 * the same state. Records of several runs, one after the other, give the events of each: a run begins where the epoch
 * changes or the numbers of the records start over. Keeps the records of one chunk of input at a time. A journal that
 * stops early gives the events up to there, and a torn record is passed over. A gap in the numbers, or a record that is
 * none, errors with `JournalFailed` and the place of the record, after the events that the records before it gave; with
 * `onDamage: "skip"` the rest is replayed as well as it can be.
 */
export const replayJournal = (
  records: ObservableInput<JournalRecord | { readonly direction: "torn" }>,
  { onDamage = "fail" }: { readonly onDamage?: OnDamage } = {}
): Observable<SessionEvent> =>
  defer(() => {
    let replayer: JournalReplayer | undefined
    let last: JournalRecord | undefined
    let events: Array<SessionEvent> = []

    const emitted = (): ReadonlyArray<SessionEvent> => {
      const ready = events
      events = []
      return ready
    }

    return concat(
      from(records).pipe(
        checkedRecords(onDamage),
        concatMap((record) => {
          if (replayer === undefined || record.epoch !== last?.epoch || record.n <= last.n) {
            replayer?.end()
            replayer = new JournalReplayer(record.epoch, (event) => events.push(event))
          }
          last = record
          replayer.take(record)
          return emitted()
        })
      ),
      defer(() => {
        replayer?.end()
        return emitted()
      })
    )
  })
