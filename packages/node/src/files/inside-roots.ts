/** Keeps paths inside the folders that an agent may use, by where they really lead. */
import { lstat, realpath } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"

/** A path that may be used. */
export interface AllowedPath {
  readonly allowed: true
  /** Where it leads, with every symbolic link followed; nothing need be there. */
  readonly path: string
  /** The real path of the root that it is inside of. */
  readonly root: string
}

/** A path that may not be used, and why. */
export interface RefusedPath {
  readonly allowed: false
  readonly reason: string
}

/**
 * Looks where an absolute path leads and whether that is inside one of the folders `roots`.
 *
 * Both are compared by real path, so a symbolic link that leads out, `..`, a folder whose name only begins with that of a
 * root, and another spelling on a file system that ignores case are all judged by where they lead. What is used
 * afterwards must be the path that is given here, opened by `openFolder`, since a program can swap links meanwhile.
 */
export const insideRoots = async (roots: ReadonlyArray<string>, path: string): Promise<AllowedPath | RefusedPath> => {
  if (!isAbsolute(path)) return { allowed: false, reason: "the path is not absolute" }
  if (path.includes("\0")) return { allowed: false, reason: "the path contains a NUL" }
  const real = await realPath(resolve(path))
  if (real === undefined) return { allowed: false, reason: "the path leads through a broken symbolic link" }
  const realRoots = await Promise.all(roots.map((root) => realPath(resolve(root))))
  const root = realRoots.find((each) => each !== undefined && isInside(each, real))
  if (root === undefined) return { allowed: false, reason: "the path is outside of the workspace" }
  return { allowed: true, path: real, root }
}

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** The real path of what is there of `path`, and the rest of it; undefined for a link that leads nowhere. */
const realPath = async (path: string): Promise<string | undefined> => {
  try {
    return await realpath(path)
  } catch (error) {
    const parent = dirname(path)
    if (!isMissing(error) || parent === path) throw error
    if (await exists(path)) return undefined
    const realParent = await realPath(parent)
    return realParent === undefined ? undefined : join(realParent, basename(path))
  }
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Whether nothing is there, also because a part of the path is not a folder. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")
