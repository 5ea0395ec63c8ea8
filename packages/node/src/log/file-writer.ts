/** The one writer of a log in files. */
import { appendFile, type FileHandle, open, readdir, rm, stat, writeFile } from "node:fs/promises"
import {
  comparePositions,
  LogFenced,
  LogGap,
  LogUnavailable,
  type LogWriter,
  type Position,
  type PostedCommand
} from "@rxacp/core/log"
import { batchLine } from "./batch-line.ts"
import type { FolderChanges } from "./folder-changes.ts"
import { type LogFolder, newestEpoch, type SegmentName, segmentsIn } from "./log-folder.ts"
import { postedCommands } from "./posted-commands.ts"
import { unlessMissing, writeWhole } from "./whole-files.ts"

export interface FileWriterDeps {
  readonly key: string
  readonly epoch: number
  readonly previous: Position
  readonly folder: LogFolder
  readonly changes: FolderChanges
  readonly segmentBytes: number
  readonly fsync: "every" | "never"
  /** Tells the file of the epoch from one of the same name in a log that was begun again. */
  readonly epochFile: number
  /** Deletes the log when its time has come. */
  readonly deleteAt: (time: number) => Promise<void>
}

/** Without an append for so long, the file is closed until the next. */
const IDLE_MS = 500

interface OpenSegment {
  readonly name: SegmentName
  /** Absent after a while without appends: a writer that is released leaves nothing open. */
  file: FileHandle | undefined
  /** Bytes of it that are whole. */
  size: number
}

/** A writer whose appends run one after the other. */
export class FileWriter implements LogWriter {
  readonly key: string
  readonly epoch: number
  readonly previous: Position
  readonly #deps: FileWriterDeps
  #n = 0
  #segment: OpenSegment | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: FileWriterDeps) {
    this.#deps = deps
    this.key = deps.key
    this.epoch = deps.epoch
    this.previous = deps.previous
  }

  append(firstN: number, items: ReadonlyArray<string>): Promise<void> {
    return this.#next(async () => {
      await this.#assertCurrent()
      const last = { epoch: this.epoch, n: this.#n }
      if (firstN > this.#n + 1) throw new LogGap({ key: this.key, last, firstN })
      const fresh = items.slice(this.#n + 1 - firstN)
      if (fresh.length === 0) return
      await this.#write(batchLine(this.#n + 1, fresh))
      // Whoever opened the log meanwhile may have settled its end before these bytes.
      await this.#assertCurrent()
      this.#n += fresh.length
      this.#deps.changes.notify()
    })
  }

  snapshot(n: number, state: string): Promise<void> {
    const { folder, epoch } = this.#deps
    return this.#next(async () => {
      await this.#assertCurrent()
      const segment = this.#segment
      const place = segment && n === this.#n ? { segment: segment.name, offset: segment.size } : undefined
      await writeWhole(folder.snapshot(epoch), JSON.stringify({ at: { epoch, n }, place, state }))
    })
  }

  renew(ms: number): Promise<void> {
    const { folder, epoch } = this.#deps
    return this.#next(async () => {
      await this.#assertCurrent()
      await writeWhole(folder.lease(epoch), JSON.stringify({ until: Date.now() + ms }))
    })
  }

  trim(upTo: Position): Promise<void> {
    const { folder } = this.#deps
    return this.#next(async () => {
      await this.#assertCurrent()
      await writeWhole(folder.trimmed, JSON.stringify({ upTo }))
      const segments = segmentsIn(await readdir(folder.path))
      for (const [place, segment] of segments.entries()) {
        const next = segments[place + 1]
        // A segment goes when everything in it does; the last stays, since it says where the log ends.
        if (next === undefined) break
        const { epoch, firstN } = next
        const after = { epoch, n: firstN - 1 }
        if (comparePositions(after, upTo) > 0) break
        await rm(folder.segment(segment), { force: true })
      }
    })
  }

  expire(ms: number): Promise<void> {
    return this.#next(async () => {
      await this.#assertCurrent()
      await this.#deps.deleteAt(Date.now() + ms)
    })
  }

  commands({ signal }: { readonly signal?: AbortSignal } = {}): AsyncIterable<PostedCommand> {
    const { folder, changes } = this.#deps
    return postedCommands({ folder, changes, signal, assertCurrent: () => this.#assertCurrent() })
  }

  take(id: string): Promise<boolean> {
    const { folder } = this.#deps
    return this.#next(async () => {
      await this.#assertCurrent()
      return writeFile(folder.taken(id), "", { flag: "wx", mode: 0o600 }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false
          throw error
        }
      )
    })
  }

  /** Runs one step after those before it; what the file system says becomes `LogUnavailable`. */
  #next<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#last.then(step).catch((error: unknown) => {
      if (error instanceof LogFenced || error instanceof LogGap || error instanceof LogUnavailable) throw error
      throw new LogUnavailable({ key: this.key, reason: String(error) }, { cause: error })
    })
    this.#last = done.catch(() => {})
    return done
  }

  async #assertCurrent(): Promise<void> {
    const { folder, epoch, epochFile, key } = this.#deps
    const [own, newer] = await Promise.all([
      unlessMissing(stat(folder.epoch(epoch))),
      unlessMissing(stat(folder.epoch(epoch + 1)))
    ])
    if (own?.ino === epochFile && newer === undefined) return
    const current = own?.ino === epochFile ? newestEpoch((await unlessMissing(readdir(folder.path))) ?? []) : 0
    throw new LogFenced({ key, epoch, current })
  }

  async #write(line: string): Promise<void> {
    const { fsync } = this.#deps
    const segment = await this.#currentSegment()
    segment.file ??= await open(this.#deps.folder.segment(segment.name), "a", 0o600)
    clearTimeout(this.#idle)
    try {
      await appendFile(segment.file, line)
      if (fsync === "every") await segment.file.datasync()
    } catch (error) {
      // Half a line must not stay: the next append would go on from it.
      await segment.file.truncate(segment.size)
      throw error
    }
    segment.size += Buffer.byteLength(line)
    this.#idle = setTimeout(() => this.#next(() => this.#close()).catch(() => {}), IDLE_MS).unref()
  }

  async #close(): Promise<void> {
    const file = this.#segment?.file
    if (this.#segment !== undefined) this.#segment.file = undefined
    await file?.close()
  }

  async #currentSegment(): Promise<OpenSegment> {
    const { epoch, segmentBytes } = this.#deps
    if (this.#segment !== undefined && this.#segment.size < segmentBytes) return this.#segment
    await this.#close()
    this.#segment = { name: { epoch, firstN: this.#n + 1 }, file: undefined, size: 0 }
    return this.#segment
  }
}
