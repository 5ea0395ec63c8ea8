/** The size of text as UTF-8, computed without encoding it. */

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** Whether `text` begins with the second half of a surrogate pair. */
export const startsInsidePair = (text: string): boolean => isLow(text.charCodeAt(0))

/** Whether `text` ends with the first half of a surrogate pair. */
export const endsInsidePair = (text: string): boolean => isHigh(text.charCodeAt(text.length - 1))

/**
 * Bytes of the code point at `index`. The first half of a pair at the very end counts as the whole pair, since its
 * second half may still come; any other lone half counts as the replacement character that an encoder would write.
 */
const sizeAt = (text: string, index: number): number => {
  const unit = text.charCodeAt(index)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (!isHigh(unit)) return 3
  return index + 1 === text.length || isLow(text.charCodeAt(index + 1)) ? 4 : 3
}

const unitsOf = (size: number): number => (size === 4 ? 2 : 1)

/** Bytes that `text` takes. */
export const utf8Size = (text: string): number => {
  let total = 0
  for (let index = 0; index < text.length; ) {
    const size = sizeAt(text, index)
    total += size
    index += unitsOf(size)
  }
  return total
}

/** The longest beginning of `text` that takes at most `bytes` bytes, cut at a code point. */
export const utf8Prefix = (text: string, bytes: number): string => {
  let left = bytes
  let index = 0
  while (index < text.length) {
    const size = sizeAt(text, index)
    if (size > left) break
    left -= size
    index += unitsOf(size)
  }
  return text.slice(0, index)
}
