/** How words look: in colours on a terminal, as they are elsewhere. */
import { styleText } from "node:util"

/** The looks that the program uses. */
export interface Look {
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly busy: (text: string) => string
}

const asIs = (text: string): string => text

/** No escape sequences at all. */
export const plainLook: Look = { dim: asIs, bold: asIs, good: asIs, bad: asIs, busy: asIs }

const line =
  (format: Parameters<typeof styleText>[0]) =>
  (text: string): string =>
    styleText(format, text)

/** Colours, as far as the terminal wants them. */
export const colourLook: Look = {
  dim: line("dim"),
  bold: line("bold"),
  good: line("green"),
  bad: line("red"),
  busy: line("yellow")
}
