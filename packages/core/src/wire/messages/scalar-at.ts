/** Finds a scalar in the text of a JSON object by the names that lead to it, without parsing the text again. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** A name this long can't be one of those that are looked for, also not with every character escaped. */
const MOST_NAME = 64

/**
 * The scalar at `path` as it stands in the text, the last one if the names come twice, as `JSON.parse` has it; undefined
 * when there is none. One pass. Works on the beginning of a cut line as well: it stops where the text stops, and a scalar
 * that the text ends with is not trusted.
 */
export const scalarAt = (text: string, path: ReadonlyArray<string>): string | undefined => {
  let found: string | undefined
  let depth = 0
  /** How many names of the path the open objects have. */
  let matched = 0
  /** The string that may turn out to be a name. */
  let name = ""
  let isHit = false
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    const end = tokenEnd(text, at, unit)
    if (end === -1) break
    if (end > at) {
      if (end === text.length && unit !== QUOTE) break
      if (isHit && depth === path.length) found = text.slice(at, end)
      isHit = false
      name = unit === QUOTE && depth === matched + 1 && end - at <= MOST_NAME ? text.slice(at, end) : ""
      at = end
      continue
    }
    at++
    if (unit === 0x7b || unit === 0x5b) {
      if (isHit && depth === matched + 1) matched++
      depth++
      isHit = false
    } else if (unit === 0x7d || unit === 0x5d) {
      depth--
      if (depth === 0) break
      if (matched >= depth) matched = depth - 1
      isHit = false
    } else if (unit === 0x3a) {
      isHit = name !== "" && matched < path.length && unquoted(name) === path[matched]
      name = ""
    } else if (unit === 0x2c) isHit = false
  }
  return found
}

/** The end of the string or scalar that begins at `at`; `at` when none does, -1 when a string is cut off. */
const tokenEnd = (text: string, at: number, unit: number): number => {
  if (unit === QUOTE) return stringEnd(text, at)
  let end = at
  while (end < text.length && isScalarUnit(text.charCodeAt(end))) end++
  return end
}

const stringEnd = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at + 1
    if (unit === BACKSLASH) at++
  }
  return -1
}

/** What numbers and words are made of: not blanks, punctuation or quotes. */
const isScalarUnit = (unit: number): boolean =>
  unit > 0x20 &&
  unit !== QUOTE &&
  unit !== 0x2c &&
  unit !== 0x3a &&
  unit !== 0x5b &&
  unit !== 0x5d &&
  unit !== 0x7b &&
  unit !== 0x7d

/** The string that a JSON string stands for; undefined when it is not one. */
export const unquoted = (token: string): string | undefined => {
  try {
    return String(JSON.parse(token))
  } catch {
    return undefined
  }
}
