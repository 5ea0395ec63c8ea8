/** Text of an agent, made safe to write to a terminal. */
import { stripVTControlCharacters } from "node:util"

/**
 * Control characters besides tab and LF; format characters (category Cf), among them marks that turn the direction of text,
 * characters without width and the tags and selectors that hide text in text; letters that show nothing; line and paragraph
 * separators; what is not a character.
 */
const unsafe = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{E0000}-\u{E0FFF}\u115F\u1160\u3164\uFFA0]/gu

/** The joiner inside of an emoji, between what it joins, is the one format character that only changes how they look. */
const joiner = /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)\u200D(?=\p{Extended_Pictographic})/gu

/** Stands for the joiner while other format characters are taken out; itself never in a text that is safe. */
const kept = "\uFDD0"

/** The text without escape sequences and other characters that would move, colour, hide or disguise something. */
export const safeText = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll("\r\n", "\n")
    .replaceAll(kept, "")
    .replace(joiner, kept)
    .replace(unsafe, "")
    .replaceAll(kept, "\u200D")

/** As much of a text that still grows as is safe and stays: what may be the start of an escape sequence waits for its end. */
export const steadyText = (text: string): string => {
  const last = Math.max(text.lastIndexOf("\u001B"), text.lastIndexOf("\u009B"))
  const tail = last < 0 ? "" : text.slice(last)
  const isOpen = tail !== "" && stripVTControlCharacters(tail) === tail
  const steady = isOpen ? text.slice(0, last) : text
  return safeText(steady.endsWith("\r") ? steady.slice(0, -1) : steady)
}

export const safeLine = (text: string): string => safeText(text).replace(/\s+/g, " ").trim()
