/** How much memory a line takes while it is kept, estimated from its text alone. */

/** What one kept entry costs besides its content: the entry itself and its places in maps. */
const ENTRY = 256
/** What V8 was seen to take for the smallest object, array and member, rounded up. */
const OBJECT = 64
const ARRAY = 48
const ITEM = 24
const MEMBER = 32
const STRING = 24

/**
 * An upper estimate of the bytes that the parsed form of a JSON text takes: its characters (twice where one of them needs
 * two bytes), and what each object, array, member and string costs besides. One pass; works on any text.
 */
export const heldSize = (text: string): number => {
  const { length } = text
  let structure = 0
  let wide = false
  let inString = false
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x22) {
      inString = !inString
      if (inString) structure += STRING
    } else if (inString) {
      if (unit === 0x5c) {
        i++
        // An escape may stand for a character that needs two bytes.
        if (text.charCodeAt(i) === 0x75) wide = true
      } else if (unit > 0xff) wide = true
    } else if (unit === 0x7b) structure += OBJECT
    else if (unit === 0x5b) structure += ARRAY
    else if (unit === 0x2c) structure += ITEM
    else if (unit === 0x3a) structure += MEMBER
  }
  return ENTRY + structure + (wide ? 2 * length : length)
}

/** What an id or another bare string costs while it is kept. */
export const heldTextSize = (text: string): number => ENTRY + 2 * text.length
