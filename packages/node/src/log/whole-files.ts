/** Small files that are there whole or not at all. */
import { randomUUID } from "node:crypto"
import { link, readFile, rename, rm, writeFile } from "node:fs/promises"

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

const isThere = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST"

/** What a file that may be missing gives; undefined when it is. */
export const unlessMissing = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** The JSON in a file; undefined when there is none. */
export const readWhole = async <T>(path: string): Promise<T | undefined> => {
  const text = await unlessMissing(readFile(path, "utf8"))
  return text === undefined ? undefined : JSON.parse(text)
}

const written = async (path: string, text: string): Promise<string> => {
  const temporary = `${path}.${randomUUID()}.tmp`
  await writeFile(temporary, text, { mode: 0o600 })
  return temporary
}

/** Puts a file in the place of the one that may be there. */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  await rename(await written(path, text), path)
}

/** Creates a file; false when there is one, which is left as it is. */
export const createWhole = async (path: string, text: string): Promise<boolean> => {
  const temporary = await written(path, text)
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if (isThere(error)) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}
