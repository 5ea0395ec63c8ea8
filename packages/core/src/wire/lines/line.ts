/** What framing yields: one value per non-blank line of the byte stream. */

/** One complete line as text. */
export interface Line {
  readonly _tag: "Line"
  /** Place of the line in its stream, from 1; blank lines are not counted. */
  readonly seq: number
  /** The line without its LF, one CR before that, and a leading BOM; bytes that are not UTF-8 became U+FFFD. */
  readonly text: string
  /** Size on the wire in bytes, without the LF and one CR before it. */
  readonly bytes: number
}

/** A line over the limit. It was skipped to its LF without being buffered; the stream goes on after it. */
export interface Oversize {
  readonly _tag: "Oversize"
  /** Place of the line in its stream, from 1. */
  readonly seq: number
  /** Size on the wire in bytes, without the LF and one CR before it. */
  readonly bytes: number
  /** The limit it passed, in bytes. */
  readonly limit: number
  /** The first 256 bytes as text. */
  readonly head: string
  /** The last 256 bytes as text. */
  readonly tail: string
}
