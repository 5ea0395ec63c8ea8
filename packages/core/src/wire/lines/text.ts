/** Decodes UTF-8 for whole lines; bytes that are not UTF-8 become U+FFFD. */

/** What Node's Buffer offers beside the standard: a decode that is several times faster on short ranges. */
interface Sliceable extends Uint8Array {
  utf8Slice(start: number, end: number): string
}

const sliceable = (bytes: Uint8Array): bytes is Sliceable => "utf8Slice" in bytes

const lenient = new TextDecoder("utf-8", { ignoreBOM: true })
const strict = new TextDecoder("utf-8", { fatal: true })

/** The text of `bytes[start, end)`. A BOM is kept; dropping it is a matter of framing. */
export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  sliceable(bytes) ? bytes.utf8Slice(start, end) : lenient.decode(bytes.subarray(start, end))

/** Whether the bytes are UTF-8 throughout, so that text gives them back unchanged. */
export const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}
