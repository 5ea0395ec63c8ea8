/** Reads and replaces whole text files. */
import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { access, chmod, type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { isMissing } from "./inside-roots.ts"

/** Why a file is not served. */
export class FileRefused extends Error {
  override readonly name = "FileRefused"
}

/** The text of the file at `path`; refuses what is no file, no text in UTF-8, or larger than `maxBytes`. */
export const readText = async (path: string, maxBytes: number): Promise<string> => {
  // Without O_NONBLOCK a named pipe would keep us waiting for its writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = await checked(file)
    if (size > maxBytes) throw new FileRefused(`the file has ${size} bytes, the limit is ${maxBytes}`)
    return decode(await file.readFile())
  } finally {
    await file.close()
  }
}

const checked = async (file: FileHandle) => {
  const found = await file.stat()
  if (found.isDirectory()) throw new FileRefused("the path is a folder")
  if (!found.isFile()) throw new FileRefused("the path is no regular file")
  return found
}

const decode = (bytes: Buffer): string => {
  if (bytes.includes(0)) throw new FileRefused("the file is binary")
  try {
    // A byte order mark is part of what the file says: it would be lost when the agent writes the text back.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FileRefused("the file is no UTF-8 text")
  }
}

/**
 * Makes `content` the text of the file at `path`, all of it or nothing: it is written beside the file and moved into its
 * place. The file keeps its mode; what is missing of its folders is created.
 */
export const replaceText = async (path: string, content: string): Promise<void> => {
  const mode = await modeOf(path)
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const beside = join(folder, `.${basename(path).slice(0, 100)}.${randomUUID()}.tmp`)
  try {
    // What replaces a private file must not be readable by others for a moment.
    await writeNew(beside, content, mode === undefined ? 0o666 : 0o600)
    if (mode !== undefined) await chmod(beside, mode)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** The mode of the file that is there, if one is; refuses what can't be written. */
const modeOf = async (path: string): Promise<number | undefined> => {
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw new FileRefused("the path is a folder")
    if (!found.isFile()) throw new FileRefused("the path is no regular file")
    await access(path, constants.W_OK)
    return found.mode & 0o7777
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const writeNew = async (path: string, content: string, mode: number): Promise<void> => {
  const file = await open(path, "wx", mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
