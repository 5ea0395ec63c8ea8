/** Where a path is, decided from its text alone. */

/** A path from its root on: its folders and its name, without `.` and `..`; a drive is the first of them. */
export type PlacedPath = ReadonlyArray<string>

/** Forms that neither begin at a root nor lead on from a folder: a home, a share, a URI, a drive without its root. */
const elsewhere = /^(?:~|\\|[A-Za-z][A-Za-z0-9+.-]*:)/

const resolve = (segments: ReadonlyArray<string>, from: PlacedPath = []): PlacedPath => {
  const placed = [...from]
  for (const segment of segments) {
    if (segment === "..") placed.pop()
    else if (segment !== "" && segment !== ".") placed.push(segment)
  }
  return placed
}

/** Whether a placed path begins with a drive. */
export const isOnDrive = ([first = ""]: PlacedPath): boolean => first.endsWith("/")

/**
 * Places a path, a relative one from `folder`. Paths with a drive letter take either slash and any case. The answer is
 * `undefined` when the place can't be decided: for a relative path without a folder, and for a home, a share or a URI.
 * Symbolic links are not seen.
 */
export const placePath = (path: string, folder?: PlacedPath): PlacedPath | undefined => {
  if (/^[A-Za-z]:[\\/]/.test(path)) {
    const [drive = "", ...segments] = path.toLowerCase().split(/[\\/]/)
    // The slash keeps a drive apart from a folder of that name, and `..` must not leave it.
    return [`${drive}/`, ...resolve(segments)]
  }
  if (path.startsWith("/")) return resolve(path.split("/"))
  if (folder === undefined || elsewhere.test(path)) return undefined
  const [first, ...rest] = folder
  if (first !== undefined && isOnDrive(folder)) {
    return [first, ...resolve(path.toLowerCase().split(/[\\/]/), rest)]
  }
  return resolve(path.split("/"), folder)
}

/** Whether `path` is `folder` or stands in it, at any depth. */
export const isUnder = (path: PlacedPath, folder: PlacedPath): boolean =>
  folder.every((segment, index) => path[index] === segment)
