/** Reads a journal back from its file. */
import { createReadStream } from "node:fs"
import { JournalFailed, type Line, type Oversize, splitLines } from "@rxacp/core"
import type { JournalRecord } from "@rxacp/core/journal"
import { catchError, concatMap, defer, from, type Observable, throwError } from "rxjs"
import { journalFailed } from "./journal-failure.ts"
import { decodeRecord, refuseHeader, type TornRecord } from "./journal-format.ts"

/**
 * The records of the journal at `path`, in the order in which they took effect. A record that was cut off while it was
 * written, as the last one of a writer that was killed may be, is a `TornRecord` and no error.
 *
 * ```
 * replayJournal(readJournal(path))
 * ```
 *
 * Cold. Errors with `JournalFailed` when the file can't be read, or is no journal of a version that is known.
 */
export const readJournal = (path: string): Observable<JournalRecord | TornRecord> =>
  defer(() => from(createReadStream(path))).pipe(
    splitLines({ maxLineBytes: Number.MAX_SAFE_INTEGER }),
    concatMap((line) => {
      const text = textOf(line)
      if (line.seq > 1) return [decodeRecord(text, line.seq)]
      const refused = refuseHeader(text)
      return refused === undefined ? [] : throwError(() => new JournalFailed({ reason: `${path}: ${refused}` }))
    }),
    catchError((error: unknown) => throwError(() => journalFailed(error)))
  )

/** No line is over the limit that is set here. */
const textOf = (line: Line | Oversize): string => (line._tag === "Line" ? line.text : line.head)
