/** Tells by patterns which files an agent may not have. */
import { relative, sep } from "node:path"
import picomatch from "picomatch"

/**
 * A function that decides whether a path below `root` is denied. A pattern without a slash is matched with the name of the file
 * and of each folder on the way to it, one with a slash with the whole path from the root on. Case makes no difference, since
 * on some file systems it makes none.
 */
export const deniedPaths = (patterns: ReadonlyArray<string>): ((root: string, path: string) => boolean) => {
  const options = { dot: true, nocase: true, nonegate: true, strictSlashes: false }
  const [names, paths] = [patterns.filter((each) => !each.includes("/")), patterns.filter((each) => each.includes("/"))]
  const isDeniedName = picomatch(names, options)
  const isDeniedPath = picomatch(
    paths.map((each) => each.replace(/^\//, "")),
    options
  )
  return (root, path) => {
    const steps = relative(root, path).split(sep)
    const folders = steps.map((_, index) => steps.slice(0, index + 1).join("/"))
    return steps.some((name) => isDeniedName(name)) || folders.some((folder) => isDeniedPath(folder))
  }
}
