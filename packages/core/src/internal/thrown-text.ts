/** Tells in words what was thrown, whatever it was. */

/** Characters of a thrown value's text that are kept. */
const MOST = 4096

/** The text of a thrown value: of an `Error` its message. Never throws, also not for a value without `toString`. */
export const thrownText = (error: unknown): string => {
  try {
    const text = error instanceof Error ? error.message : error
    return String(text).slice(0, MOST)
  } catch {
    return "a value that has no text"
  }
}

/** As `thrownText`, with the name of an error before its message. */
export const namedThrownText = (error: unknown): string => {
  try {
    return String(error).slice(0, MOST)
  } catch {
    return thrownText(error)
  }
}
