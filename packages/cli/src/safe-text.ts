/** Text of an agent, made safe to write to a terminal. */
import { stripVTControlCharacters } from "node:util"

/** Controls besides tab and LF, and the marks that turn the direction of text, which make it look like other text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** The text without escape sequences and other characters that would move, colour or hide something. */
export const safeText = (text: string): string =>
  stripVTControlCharacters(text).replaceAll("\r\n", "\n").replace(unsafe, "")

/** The same on one line. */
export const safeLine = (text: string): string => safeText(text).replace(/\s+/g, " ").trim()
