/** A journal in a file. */
import type { FileHandle } from "node:fs/promises"
import { JournalFailed } from "@rxacp/core"
import type { Journal, JournalRecord } from "@rxacp/core/journal"
import { journalFailed } from "./journal-failure.ts"
import { encodeRecord } from "./journal-format.ts"
import { openJournal } from "./open-journal.ts"

/** How a journal file is written. */
export interface JournalFileOptions {
  /**
   * When the file is forced to the disk, which matters when the machine fails, not when the host does: before an append
   * counts as done (`every`), every `intervalMs` (`interval`), or when the system sees fit (`never`, the default).
   */
  readonly fsync?: "every" | "interval" | "never"
  /** Milliseconds between two times under `interval`. Default 1000. */
  readonly intervalMs?: number
}

/** A journal that is written to a file. */
export interface JournalFile extends Journal {
  /**
   * Appends the records, after those of earlier calls, in one write. Resolves when that is done; rejects with
   * `JournalFailed`, and from then on every call does.
   */
  append(records: ReadonlyArray<JournalRecord>): Promise<void>
  /** Writes what is still to be written, forces it to the disk unless under `never`, and closes the file. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Appends to the journal at `path` and creates it, for its owner only, if it is missing: NDJSON, a header line and then one
 * record a line. One writer at a time may have it open: while another has, of this process or of another on this machine,
 * every append fails. A writer that was killed has it open no longer.
 *
 * A last line that was cut off is ended, so that `readJournal` reports it and what comes after it stays readable. A file
 * that is something else, or a journal of another version, is left alone: then the first append fails.
 */
export const journalFile = (path: string, options: JournalFileOptions = {}): JournalFile => {
  const { fsync = "never", intervalMs = 1000 } = options
  const opened = openJournal(path, fsync !== "never")
  let failure: JournalFailed | undefined
  let unsynced = false
  let closing: Promise<void> | undefined

  const fail = (error: unknown): JournalFailed => {
    failure ??= journalFailed(error)
    return failure
  }
  let last: Promise<unknown> = opened.catch(fail)

  /** Runs one step on the file after those before it. After one that failed none runs: it could leave a gap. */
  const next = (step: (file: FileHandle) => Promise<void>): Promise<void> => {
    const done = last.then(async () => {
      if (failure !== undefined) throw failure
      await step((await opened).file).catch((error: unknown) => {
        throw fail(error)
      })
    })
    last = done.catch(() => {})
    return done
  }

  const sync = async (file: FileHandle): Promise<void> => {
    if (!unsynced) return
    unsynced = false
    await file.datasync()
  }
  const syncNow = (): void => {
    // A failure shows at the next append.
    if (unsynced) next(sync).catch(() => {})
  }
  const timer = fsync === "interval" ? setInterval(syncNow, intervalMs).unref() : undefined

  const close = async (): Promise<void> => {
    clearInterval(timer)
    try {
      await next(fsync === "never" ? async () => {} : sync)
    } finally {
      fail(new JournalFailed({ reason: `${path} is closed` }))
      await opened.then((journal) => journal.close()).catch(() => {})
    }
  }
  const closeOnce = (): Promise<void> => {
    closing ??= close()
    return closing
  }

  return {
    append: (records) =>
      next(async (file) => {
        unsynced = true
        await file.appendFile(records.map(encodeRecord).join(""))
        if (fsync === "every") await sync(file)
      }),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce
  }
}
