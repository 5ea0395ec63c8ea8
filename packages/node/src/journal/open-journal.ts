/** Opens the file of a journal so that whole lines can be appended to it. */
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { JournalFailed } from "@rxacp/core"
import { header, refuseHeader } from "./journal-format.ts"

/** More than the header of any version. */
const headerBytes = 256

/**
 * Opens the journal at `path`, or creates it with its header; with `durable` a new file is forced to the disk. A last line
 * that was cut off is ended. Rejects, and leaves the file alone, when it is no journal of a version that is known.
 */
export const openJournal = async (path: string, durable: boolean): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
  try {
    const { size } = await file.stat()
    const start = await readSome(file, 0, Math.min(size, headerBytes))
    if (header.startsWith(start) && start !== header) {
      await file.truncate(0)
      await file.appendFile(header)
      if (durable) await syncNew(file, dirname(path))
      return file
    }
    const refused = refuseHeader(start.split("\n")[0] ?? "")
    if (refused !== undefined) throw new JournalFailed({ reason: `${path}: ${refused}` })
    if ((await readSome(file, size - 1, 1)) !== "\n") await file.appendFile("\n")
    return file
  } catch (error) {
    await file.close()
    throw error
  }
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
