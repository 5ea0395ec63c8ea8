/** All the places that the spelling of a path may mean, since the program that opens it may read it differently. */
import { isOnDrive, type PlacedPath, placePath } from "./path.ts"

/** What a spelling may mean. */
export interface PathReadings {
  /** The places that it names. */
  readonly places: ReadonlyArray<PlacedPath>
  /** Folders somewhere in which it names something, by a pattern. */
  readonly within: ReadonlyArray<PlacedPath>
  /** Whether it may as well be anywhere else. */
  readonly anywhere: boolean
}

/** A spelling that may mean any place. */
const ANYWHERE: PathReadings = { places: [], within: [], anywhere: true }

/** No system opens a longer path. */
const MAX_LENGTH = 65_536

/** Characters that are not seen, or look like a slash or a dot and may become one. */
const disguised = /[\p{Cc}\p{Cf}\u2024-\u2026\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe52\ufe68\uff0e\uff0f\uff3c\uff61]/u

/** What a shell or a tool would put something else in place of: variables, commands, a home, quotes. */
const expanded = /^["'@]|^~|\$[A-Z_]{2,}|\$[({]|%[A-Za-z_]\w*%|`/

const encoded = /%[0-9A-Fa-f]{2}/

const pattern = /[*?[{]/

/** Windows reads these otherwise than they stand: short names, streams, and dots or blanks at the end of a name. */
const windowsAlias = /~\d|:|[. ]$/

/** Where a system keeps doors to every other place. */
const isDoor = ([first, second]: PlacedPath): boolean => first === "proc" || (first === "dev" && second === "fd")

const together = (readings: ReadonlyArray<PathReadings>): PathReadings => ({
  places: readings.flatMap(({ places }) => places),
  within: readings.flatMap(({ within }) => within),
  anywhere: readings.some(({ anywhere }) => anywhere)
})

const placed = (path: string, cwd: PlacedPath | undefined): PathReadings => {
  const place = placePath(path, cwd)
  if (place === undefined || isDoor(place)) return ANYWHERE
  if (isOnDrive(place) && place.slice(1).some((name) => windowsAlias.test(name))) return ANYWHERE
  const first = place.findIndex((name) => pattern.test(name))
  return { places: [place], within: first < 0 ? [] : [place.slice(0, first)], anywhere: false }
}

/** The path in a `file:` address: one of this machine, without anything behind it. */
const inFileAddress = (address: string): string | undefined =>
  address.match(/^file:(?:\/\/(?:localhost)?)?(\/[^?#]*)$/i)?.[1]?.replace(/^\/(?=[A-Za-z]:)/, "")

const readAs = (path: string, cwd: PlacedPath | undefined): PathReadings => {
  if (expanded.test(path)) return ANYWHERE
  if (/^file:/i.test(path)) {
    const inner = inFileAddress(path)
    // What knows no addresses takes it for a relative path.
    return inner === undefined || cwd === undefined
      ? ANYWHERE
      : together([readAs(inner, cwd), placed(`./${path}`, cwd)])
  }
  const verbatim = path.match(/^\\\\\?\\([A-Za-z]:\\.*)$/s)?.[1]
  // In the verbatim form two dots are a name, so what they do depends on who reads them.
  if (verbatim !== undefined) return verbatim.includes("..") ? ANYWHERE : placed(verbatim, cwd)
  if (path.startsWith("\\\\")) return ANYWHERE
  const drive = cwd !== undefined && isOnDrive(cwd) ? cwd[0] : undefined
  if (path.startsWith("\\") || (drive !== undefined && path.startsWith("/"))) {
    return drive === undefined ? ANYWHERE : placed(`${drive.slice(0, -1)}${path}`, cwd)
  }
  return placed(path, cwd)
}

/** One step of reading a spelling otherwise; undefined when it can't be read. */
const rewritings: ReadonlyArray<(form: string) => string | undefined> = [
  (form) => form.trim(),
  (form) => form.normalize("NFKC"),
  (form) => (form.startsWith("\\") ? form : form.replaceAll("\\", "/")),
  (form) => {
    if (!encoded.test(form)) return form
    try {
      return decodeURIComponent(form)
    } catch {
      return undefined
    }
  }
]

/** So many forms of one spelling are looked at. */
const MAX_FORMS = 24

/** All forms that any steps of reading lead to; undefined when one can't be read, or they come to no end. */
const writings = (spelling: string): ReadonlySet<string> | undefined => {
  const forms = new Set([spelling])
  // A set gives what is added while it is walked.
  for (const form of forms) {
    for (const rewritten of rewritings) {
      const next = rewritten(form)
      if (next === undefined) return undefined
      forms.add(next)
    }
    if (forms.size > MAX_FORMS) return undefined
  }
  return forms
}

/** What a spelling may mean; relative ones lead on from `cwd`. */
export const pathReadings = (spelling: string, cwd: PlacedPath | undefined): PathReadings => {
  if (spelling.length > MAX_LENGTH) return ANYWHERE
  const forms = writings(spelling)
  if (forms === undefined) return ANYWHERE
  return together([...forms].map((form) => (disguised.test(form) ? ANYWHERE : readAs(form, cwd))))
}
