/** The lines that records stand for. */

import { fromBase64 } from "../journal/base64.ts"
import type { IncomingRecord } from "../journal/record.ts"
import type { Line, Oversize } from "../wire/lines/line.ts"
import { textOf } from "../wire/lines/text.ts"
import { utf8Size } from "../wire/lines/utf8.ts"

/** The line as framing gave it. */
export const lineOf = ({ seq, text, base64, oversize }: IncomingRecord): Line | Oversize => {
  if (oversize !== undefined) return { _tag: "Oversize", seq, ...oversize }
  if (text !== undefined) return textLine(text, seq)
  const bytes = fromBase64(base64 ?? "")
  return { _tag: "Line", seq, text: textOf(bytes, 0, bytes.length), bytes: bytes.length }
}

/** A line of text; outgoing ones have no number. */
export const textLine = (text: string, seq = 0): Line => ({ _tag: "Line", seq, text, bytes: utf8Size(text) })
