/** Takes terminal escape sequences off the two ends of a line. */

const ESC = 0x1b
const BEL = 0x07
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const BACKSLASH = 0x5c

/** The text without the escape sequences before it and after its last brace; as it is when there are none. */
export const withoutEscapes = (text: string): string => {
  if (!text.includes("\u001b")) return text
  const from = skipEscapes(text, 0).escapesEnd
  const to = text.lastIndexOf("}") + 1
  return to > from && skipEscapes(text, to).end === text.length ? text.slice(from, to) : text
}

/** Skips blanks and escape sequences: `end` is after the last blank, `escapesEnd` after the last sequence. */
const skipEscapes = (text: string, start: number): { readonly end: number; readonly escapesEnd: number } => {
  let escapesEnd = start
  for (;;) {
    const at = skipBlanks(text, escapesEnd)
    const after = escapeEnd(text, at)
    if (after === -1) return { end: at, escapesEnd }
    escapesEnd = after
  }
}

const skipBlanks = (text: string, start: number): number => {
  let at = start
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

const isBlank = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)

/** The end of the escape sequence that begins at `at`; -1 when none does or it is cut off. */
const escapeEnd = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== ESC) return -1
  switch (text.charCodeAt(at + 1)) {
    case OPEN_BRACKET:
      return controlEnd(text, at + 2)
    case CLOSE_BRACKET:
      return commandEnd(text, at + 2)
    default:
      return shortEnd(text, at + 1)
  }
}

/** CSI (colours, cursor): parameters, intermediate characters, a final one. */
const controlEnd = (text: string, start: number): number => {
  let at = start
  while (isWithin(text, at, 0x30, 0x3f)) at++
  while (isWithin(text, at, 0x20, 0x2f)) at++
  return isWithin(text, at, 0x40, 0x7e) ? at + 1 : -1
}

/** OSC (titles, links): up to BEL, or ESC and a backslash. */
const commandEnd = (text: string, start: number): number => {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === BEL) return at + 1
    if (unit === ESC) return text.charCodeAt(at + 1) === BACKSLASH ? at + 2 : -1
  }
  return -1
}

/** The short sequences: intermediate characters and a final one. */
const shortEnd = (text: string, start: number): number => {
  let at = start
  while (isWithin(text, at, 0x20, 0x2f)) at++
  const isFinal = isWithin(text, at, 0x30, 0x5a) || isWithin(text, at, 0x5e, 0x7e)
  return isFinal || text.charCodeAt(at) === BACKSLASH ? at + 1 : -1
}

const isWithin = (text: string, at: number, low: number, high: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= low && unit <= high
}
