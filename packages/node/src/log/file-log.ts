/** The session log in a folder. */
import { randomUUID } from "node:crypto"
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { type LogLease, type LogSnapshot, LogUnavailable, pullEntries, type SessionLog, START } from "@rxacp/core/log"
import { FileWriter } from "./file-writer.ts"
import { FolderChanges } from "./folder-changes.ts"
import { LogFolder, newestEpoch, snapshotEpochs } from "./log-folder.ts"
import { postCommand } from "./posted-commands.ts"
import { sealOf } from "./seals.ts"
import { type Place, SegmentReader } from "./segment-reader.ts"
import { createWhole, readWhole, unlessMissing, writeWhole } from "./whole-files.ts"

/** How a log in files is kept. */
export interface FileLogOptions {
  /**
   * Whether an append is forced to the disk before it counts as done (`every`), which matters when the machine fails, or when the
   * system sees fit (`never`, the default).
   */
  readonly fsync?: "every" | "never"
  /** Bytes after which entries go to a new file; whole files are what is deleted of a log. Default 16 MiB. */
  readonly segmentBytes?: number
}

interface SnapshotFile extends LogSnapshot {
  readonly place?: Omit<Place, "at">
}

/**
 * A log in the files of one folder, for processes of one machine: any number may read and write it at the same time, and a writer
 * that was replaced is refused as anywhere else. The files are readable for their owner only. Rejects with `LogUnavailable` when the
 * file system fails. Throws a `RangeError` if `segmentBytes` is zero, negative or not a number.
 */
export const fileLog = (folder: string, options: FileLogOptions = {}): SessionLog => {
  const { fsync = "never", segmentBytes = 16 * 1024 * 1024 } = options
  if (!(segmentBytes > 0)) throw new RangeError(`segmentBytes must be over 0, not ${segmentBytes}`)
  const changesOf = new Map<string, FolderChanges>()
  const places = new Map<string, Place>()

  const changes = ({ path }: LogFolder): FolderChanges => {
    const known = changesOf.get(path) ?? new FolderChanges(path)
    changesOf.set(path, known)
    return known
  }

  /** The log of a key; one whose time has come is deleted first. */
  const folderOf = async (key: string): Promise<LogFolder> => {
    const found = new LogFolder(folder, key)
    const expiry = await readWhole<{ at: number }>(found.expiry)
    if (expiry !== undefined && expiry.at <= Date.now()) await deleteLog(found)
    return found
  }

  const deleteLog = async (log: LogFolder): Promise<void> => {
    // Gone at once for everybody, and then piece by piece.
    const grave = join(folder, `.deleted-${randomUUID()}`)
    await unlessMissing(rename(log.path, grave))
    await rm(grave, { recursive: true, force: true })
    changes(log).notify()
  }

  const made = async (key: string): Promise<LogFolder> => {
    const log = await folderOf(key)
    await mkdir(log.path, { recursive: true, mode: 0o700 })
    return log
  }

  const giveEpoch = async (log: LogFolder): Promise<number> => {
    await createWhole(log.birth, JSON.stringify(randomUUID()))
    for (let epoch = newestEpoch(await readdir(log.path)) + 1; ; epoch++) {
      if (await createWhole(log.epoch(epoch), "{}")) return epoch
    }
  }

  const deleteAt = async (log: LogFolder, time: number): Promise<void> => {
    await writeWhole(log.expiry, JSON.stringify({ at: time }))
    const look = setTimeout(() => void folderOfExpired(log), time - Date.now() + 1)
    look.unref()
  }
  const folderOfExpired = async (log: LogFolder): Promise<void> => {
    const expiry = await readWhole<{ at: number }>(log.expiry).catch(() => undefined)
    if (expiry !== undefined && expiry.at <= Date.now()) await deleteLog(log).catch(() => {})
  }

  const orUnavailable = async <T>(key: string, step: () => Promise<T>): Promise<T> => {
    try {
      return await step()
    } catch (error) {
      throw new LogUnavailable({ key, reason: String(error) }, { cause: error })
    }
  }

  const open: SessionLog["open"] = (key) =>
    orUnavailable(key, async () => {
      const log = await made(key)
      await rm(log.expiry, { force: true })
      const epoch = await giveEpoch(log)
      const { ino } = await stat(log.epoch(epoch))
      const { last } = await sealOf(log, epoch)
      changes(log).notify()
      return new FileWriter({
        key,
        epoch,
        previous: last,
        folder: log,
        changes: changes(log),
        segmentBytes,
        fsync,
        epochFile: ino,
        deleteAt: (time) => deleteAt(log, time)
      })
    })

  const snapshot: SessionLog["snapshot"] = (key) =>
    orUnavailable(key, async () => {
      const log = await folderOf(key)
      for (const epoch of snapshotEpochs((await unlessMissing(readdir(log.path))) ?? [])) {
        const found = await readWhole<SnapshotFile>(log.snapshot(epoch))
        if (found === undefined) continue
        const { at, state, place } = found
        if (place !== undefined) places.set(key, { ...place, at })
        return { at, state }
      }
      return undefined
    })

  const lease = (key: string): Promise<LogLease> =>
    orUnavailable(key, async () => {
      const log = await folderOf(key)
      const epoch = newestEpoch((await unlessMissing(readdir(log.path))) ?? [])
      const { until = 0 } = (await readWhole<{ until: number }>(log.lease(epoch))) ?? {}
      const { last } = epoch === 0 ? { last: START } : await lastOf(log)
      return { epoch, last, remainingMs: Math.max(0, until - Date.now()) }
    })

  /** The end of a log. */
  const lastOf = (log: LogFolder): Promise<{ readonly last: LogLease["last"] }> =>
    new SegmentReader(log, undefined).range({ epoch: Number.MAX_SAFE_INTEGER, n: 0 })

  return {
    open,
    snapshot,
    lease,
    read: (key, readOptions = {}) => reading(key, readOptions),
    post: (key, id, command) =>
      orUnavailable(key, async () => {
        const log = await made(key)
        await postCommand(log, { id, command })
        changes(log).notify()
      })
  }

  async function* reading(key: string, readOptions: Parameters<SessionLog["read"]>[1] = {}) {
    const { after = START, follow = false } = readOptions
    const log = new LogFolder(folder, key)
    const watched = changes(log)
    const leave = follow ? watched.join() : undefined
    const place = places.get(key)
    const known = place !== undefined && place.at.epoch === after.epoch && place.at.n === after.n ? place : undefined
    const reader = new SegmentReader(log, known)
    let version = watched.version
    try {
      yield* pullEntries(
        {
          range: (from) =>
            orUnavailable(key, async () => {
              version = watched.version
              await folderOf(key)
              return reader.range(from)
            }),
          tail: (_, signal) => ({
            next: async () => {
              await watched.next(version, signal)
              return undefined
            },
            close: () => {}
          })
        },
        readOptions
      )
    } finally {
      leave?.()
    }
  }
}
