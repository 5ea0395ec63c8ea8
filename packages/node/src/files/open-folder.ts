/** Opens a folder inside of a root so that links which are swapped in meanwhile lead nowhere. */
import { constants, existsSync } from "node:fs"
import { type FileHandle, mkdir, open } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { isMissing } from "./inside-roots.ts"

/** A folder that stays the same one whatever happens to its path. */
export interface OpenFolder {
  /** The path of an entry, to be used until `close()`. The entry itself may be a link. */
  at(name: string): string
  close(): Promise<void>
}

/** Linux opens a folder that may be entered and not be listed with this; Node has no name for it. */
const O_PATH = 0o10000000

/**
 * Opens the folder `path`, which is `root` or below it; both are real paths. With `create`, missing folders are made.
 *
 * On Linux each step is taken from the descriptor of the folder before it, and a link in the place of a folder is refused: a
 * program that swaps one in after the path was judged gains nothing. Elsewhere Node can open no file by a folder's
 * descriptor, so the path is all there is.
 */
export const openFolder = async (root: string, path: string, { create }: { create: boolean }): Promise<OpenFolder> => {
  if (process.platform !== "linux" || !existsSync("/proc/self/fd")) {
    if (create) await mkdir(path, { recursive: true })
    return { at: (name) => join(path, name), close: async () => {} }
  }
  let folder = await openEntry(root)
  for (const name of relative(root, path).split(sep)) {
    if (name === "") continue
    const entry = `/proc/self/fd/${folder.fd}/${name}`
    const next = await openEntry(entry, create).finally(() => folder.close())
    folder = next
  }
  return { at: (name) => `/proc/self/fd/${folder.fd}/${name}`, close: () => folder.close() }
}

const openEntry = async (path: string, create = false): Promise<FileHandle> => {
  const flags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW
  try {
    return await open(path, flags)
  } catch (error) {
    if (!create || !isMissing(error)) throw error
    await mkdir(path).catch((failure: unknown) => {
      // Another request may have made it just now.
      if (!(failure instanceof Error && "code" in failure && failure.code === "EEXIST")) throw failure
    })
    return open(path, flags)
  }
}
