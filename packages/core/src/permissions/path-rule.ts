/** Whether what a call says about files is in a folder: for certain, or perhaps. */
import type { ToolKind } from "../schema/index.ts"
import type { NamedPaths } from "./named-paths.ts"
import { isOnDrive, isUnder, type PlacedPath } from "./path.ts"
import { type PathReadings, pathReadings } from "./path-readings.ts"

/** How paths are read. */
export interface PathScope {
  /** The folder from which relative paths start. */
  readonly cwd?: PlacedPath | undefined
  /** Whether the system takes names that differ in case for one. */
  readonly foldCase?: boolean
}

/** Whether every path is in the folder, in every way to read it, and there is one, and no text that may hold another. */
export const isSurelyUnder = ({ paths, hasText }: NamedPaths, folder: PlacedPath, { cwd }: PathScope): boolean =>
  paths.length > 0 &&
  !hasText &&
  paths.every((path) => {
    const { places, within, anywhere } = pathReadings(path, cwd)
    const isIn = (place: PlacedPath): boolean => isOnDrive(place) === isOnDrive(folder) && isUnder(place, folder)
    return !anywhere && [...places, ...within].every(isIn)
  })

/** A place as a system may see it that takes different writings of a name for one. */
const folded = (place: PlacedPath, foldCase: boolean): PlacedPath => {
  const names = place.map((name) => (foldCase ? name.toLowerCase() : name).normalize("NFKC"))
  // On macOS these lead to the same place without them.
  return names[0] === "private" ? names.slice(1) : names
}

const mayBeUnder = (
  { places, within, anywhere }: PathReadings,
  folder: PlacedPath,
  foldCase: boolean,
  reachesDown: boolean
): boolean => {
  if (anywhere) return true
  const root = folded(folder, foldCase)
  const reaches = (place: PlacedPath): boolean => isUnder(folded(place, foldCase), root)
  const holds = (place: PlacedPath): boolean => isUnder(root, folded(place, foldCase))
  return (
    // A drive and a root without one can't be compared.
    [...places, ...within].some((place) => isOnDrive(place) !== isOnDrive(folder)) ||
    places.some((place) => reaches(place) || (reachesDown && holds(place))) ||
    within.some((place) => reaches(place) || holds(place))
  )
}

/** Kinds of tools that do what they do to a folder and to all that is in it. */
const whole: ReadonlySet<ToolKind> = new Set<ToolKind>(["delete", "move", "search"])

/** Whether any path may be in the folder, or any text may hold one that is. */
export const isPerhapsUnder = (
  { paths, hasText }: NamedPaths,
  folder: PlacedPath,
  { cwd, foldCase = false }: PathScope,
  kinds: ReadonlyArray<ToolKind>
): boolean => {
  const reachesDown = kinds.some((kind) => whole.has(kind))
  return hasText || paths.some((path) => mayBeUnder(pathReadings(path, cwd), folder, foldCase, reachesDown))
}
