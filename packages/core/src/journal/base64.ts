/** Bytes that are not UTF-8, as text that JSON can carry. */

/** Bytes turned into characters at once: few enough to be the arguments of one call. */
const PIECE = 8192

/** Bytes as base64. */
export const toBase64 = (bytes: Uint8Array): string => {
  const pieces: Array<string> = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)))
  }
  return btoa(pieces.join(""))
}

/** The bytes that a record's base64 stands for. Throws what `atob` throws if the text is not base64. */
export const fromBase64 = (base64: string): Uint8Array => {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}
