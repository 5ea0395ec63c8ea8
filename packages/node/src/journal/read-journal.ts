/** Reads a journal back from its file. */
import { createReadStream } from "node:fs"
import { splitLines } from "@rxacp/core"
import type { JournalRecord } from "@rxacp/core/journal"
import { catchError, concat, concatMap, defer, from, type Observable, throwError } from "rxjs"
import { journalFailed } from "./journal-failure.ts"
import type { TornRecord } from "./journal-format.ts"
import { JournalReader } from "./journal-reader.ts"

/** How a journal is read. */
export interface ReadJournalOptions {
  /**
   * What a damaged place does: `fail` (the default) ends the reading with `JournalFailed`, which names the line; `skip` gives
   * an unreadable line as a `TornRecord` and reads on, also over records that are missing.
   */
  readonly onDamage?: "fail" | "skip"
}

/**
 * The records of the journal at `path`, in the order in which they took effect. A record that was cut off while it was
 * written, as the last one of a writer that was killed may be, is a `TornRecord` and no error; so is a header that was.
 *
 * ```
 * replayJournal(readJournal(path))
 * ```
 *
 * Cold. Errors with `JournalFailed` when the file can't be read, is not a journal of a version that is known, or is damaged:
 * a line inside of a run that is not a record, or a record that is missing. A change inside of a text that leaves it valid
 * can't be seen.
 */
export const readJournal = (path: string, options: ReadJournalOptions = {}): Observable<JournalRecord | TornRecord> =>
  defer(() => {
    const reader = new JournalReader(path, options.onDamage ?? "fail")
    return concat(
      from(createReadStream(path)).pipe(
        splitLines({ maxLineBytes: Number.MAX_SAFE_INTEGER }),
        concatMap((line) => reader.take(line))
      ),
      defer(() => reader.end())
    )
  }).pipe(catchError((error: unknown) => throwError(() => journalFailed(error))))
