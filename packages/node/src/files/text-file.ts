/** Reads and replaces whole text files. */
import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { access, type FileHandle, lstat, open, rename, rm } from "node:fs/promises"
import { isMissing } from "./inside-roots.ts"
import type { OpenFolder } from "./open-folder.ts"

/** Why a file is not served. */
export class FileRefused extends Error {
  override readonly name = "FileRefused"
}

/** The text of a file; refuses a link, what is not a file, not a text in UTF-8, or larger than `maxBytes`. */
export const readText = async (folder: OpenFolder, name: string, maxBytes: number): Promise<string> => {
  // Without O_NONBLOCK a named pipe would keep us waiting for its writer.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const file = await open(folder.at(name), flags).catch(refuseLink)
  try {
    const { size } = await checked(file)
    if (size > maxBytes) throw new FileRefused(`the file has ${size} bytes, the limit is ${maxBytes}`)
    return decode(await file.readFile())
  } finally {
    await file.close()
  }
}

const refuseLink = (error: unknown): never => {
  const isLink = error instanceof Error && "code" in error && error.code === "ELOOP"
  throw isLink ? new FileRefused("the path was replaced by a link") : error
}

const checked = async (file: FileHandle) => {
  const found = await file.stat()
  if (found.isDirectory()) throw new FileRefused("the path is a folder")
  if (!found.isFile()) throw new FileRefused("the path is not a regular file")
  return found
}

const decode = (bytes: Buffer): string => {
  if (bytes.includes(0)) throw new FileRefused("the file is binary")
  try {
    // A byte order mark is part of what the file says: it would be lost when the agent writes the text back.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FileRefused("the file is not UTF-8 text")
  }
}

/**
 * Makes `content` the text of a file, all of it or nothing: it is written beside the file and moved into its place. The file
 * keeps its permissions, without the bits that run it as its owner or group, and its owner where the process may give files away.
 */
export const replaceText = async (folder: OpenFolder, name: string, content: string): Promise<void> => {
  const replaced = await writable(folder.at(name))
  const beside = folder.at(`.${name.slice(0, 100)}.${randomUUID()}.tmp`)
  try {
    await writeNew(beside, content, replaced)
    await rename(beside, folder.at(name))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** What a new file takes over from the one that it replaces. */
interface Replaced {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/** What is there, if a file is; refuses what can't be written. */
const writable = async (path: string): Promise<Replaced | undefined> => {
  try {
    const found = await lstat(path)
    if (found.isDirectory()) throw new FileRefused("the path is a folder")
    if (!found.isFile()) throw new FileRefused("the path is not a regular file")
    await access(path, constants.W_OK)
    return found
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const writeNew = async (path: string, content: string, replaced: Replaced | undefined): Promise<void> => {
  // What replaces a private file must not be readable by others for a moment.
  const file = await open(path, "wx", replaced === undefined ? 0o666 : 0o600)
  try {
    await file.writeFile(content)
    if (replaced !== undefined) {
      await giveTo(file, replaced)
      await file.chmod(replaced.mode & 0o777)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Only root may give a file to another user, and others only to a group of theirs; then it stays ours. */
const giveTo = async (file: FileHandle, { uid, gid }: Replaced): Promise<void> => {
  const own = await file.stat()
  if (own.uid !== uid || own.gid !== gid) {
    await file
      .chown(uid, gid)
      .catch(() => file.chown(own.uid, gid))
      .catch(() => {})
  }
}
