/** Opens the file of a journal so that whole lines can be appended to it. */
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { JournalFailed } from "@rxacp/core"
import { lockFile } from "./file-lock.ts"
import { header, refuseHeader } from "./journal-format.ts"

/** More than the header of any version. */
const headerBytes = 256

/** The open file of a journal with one writer. */
export interface OpenJournal {
  readonly file: FileHandle
  close(): Promise<void>
}

/**
 * Opens the journal at `path`, or creates it with its header; with `durable` a new file is forced to the disk. A last line
 * that was cut off is ended, a header that was is written again. Rejects, and leaves the file alone, when another writer has
 * it open, or when it is not a journal of a version that is known.
 */
export const openJournal = async (path: string, durable: boolean): Promise<OpenJournal> => {
  const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
  const lock = await lockFile(file).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  const close = async () => {
    await file.close()
    lock?.release()
  }
  try {
    if (lock === undefined) throw new JournalFailed({ reason: `${path}: another writer has the file open` })
    await prepare(file, path, durable)
    return { file, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes sure that the file begins with a header and ends with a whole line. */
const prepare = async (file: FileHandle, path: string, durable: boolean): Promise<void> => {
  const { size } = await file.stat()
  const start = await readSome(file, 0, Math.min(size, headerBytes))
  if (header.startsWith(start) && start !== header) {
    await file.truncate(0)
    await file.appendFile(header)
    if (durable) await syncNew(file, dirname(path))
    return
  }
  const refused = refuseHeader(start.split("\n")[0] ?? "")
  if (refused !== undefined) throw new JournalFailed({ reason: `${path}: ${refused}` })
  if ((await readSome(file, size - 1, 1)) !== "\n") await file.appendFile("\n")
}

const readSome = async (file: FileHandle, position: number, length: number): Promise<string> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString("utf8", 0, bytesRead)
}

/** A new file is safe only when its folder is, where a folder can be forced to the disk at all. */
const syncNew = async (file: FileHandle, folder: string): Promise<void> => {
  await file.sync()
  if (process.platform === "win32") return
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}
