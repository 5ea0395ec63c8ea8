/** A journal in a log: what was received, sent and decided is in the log before it takes effect. */
import { concatMap, defer, from, type Observable } from "rxjs"
import { JournalFailed } from "../failures.ts"
import type { Journal, JournalRecord } from "../journal/record.ts"
import { recordOf, recordText } from "./record-text.ts"
import type { LogWriter, SessionLog } from "./session-log.ts"

/** A journal that a log keeps. */
export interface LogJournal extends Journal {
  /** The epoch for the transport: that of the writer. */
  readonly epoch: number
  append(records: ReadonlyArray<JournalRecord>): Promise<void>
}

/** How records get into the log. */
export interface LogJournalOptions {
  /** Called with each record before it is written; what it returns is written. `n`, `epoch` and `direction` must stay. */
  readonly redact?: (record: JournalRecord) => JournalRecord
}

/**
 * A journal for a transport of the same epoch. Nothing is delivered, sent or decided before it is in the log, and once another
 * host has opened the log, this one's transport ends with `JournalFailed` (its `cause` is the `LogFenced`), so that it can't
 * act.
 *
 * ```
 * const journal = logJournal(await log.open("agent-7"))
 * const agent = spawnAgent({ command, journal, epoch: journal.epoch })
 * ```
 */
export const logJournal = (writer: LogWriter, options: LogJournalOptions = {}): LogJournal => {
  const { redact } = options
  const { epoch } = writer
  const text = (record: JournalRecord): string => recordText(redact === undefined ? record : redact(record))
  return {
    epoch,
    append: async (records) => {
      const first = records[0]
      if (first === undefined) return
      if (first.epoch !== epoch) {
        throw new JournalFailed({ reason: `the transport has epoch ${first.epoch}, its log ${epoch}` })
      }
      await writer.append(first.n, records.map(text))
    }
  }
}

/**
 * The records that journals have written to a log, oldest first: what `replayJournal` takes. Errors with `JournalFailed` when
 * some are no longer there.
 */
export const readLogJournal = (log: SessionLog, key: string): Observable<JournalRecord> =>
  defer(() => from(log.read(key))).pipe(
    concatMap((batch) => {
      if (batch._tag === "Entries") return batch.entries.map(({ item }) => recordOf(item))
      throw new JournalFailed({ reason: `${key} lacks records after ${batch.from.epoch}-${batch.from.n}` })
    })
  )
