/** Bytes to lines, as an operator. */
import {
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  type Observable,
  type ObservableInput,
  type OperatorFunction,
  throwError
} from "rxjs"
import { assertLimits } from "../../internal/assert-limits.ts"
import type { Line, Oversize } from "./line.ts"
import { lineTooLong } from "./line-too-long.ts"
import { LineSplitter } from "./splitter.ts"

/** How `splitLines` treats long lines. */
export interface SplitLinesOptions {
  /** Largest line in bytes, without its LF and one CR before it; default 32 MiB. Must be positive. */
  readonly maxLineBytes?: number
  /** A line over the limit is a value (`skip`, the default) or ends the stream with `LineTooLong` (`fail`). */
  readonly onOversize?: "skip" | "fail"
}

/**
 * Splits byte chunks into lines (protocol: Transports, stdio). Only LF ends a line, one CR before it is dropped, blank
 * lines are ignored, a leading BOM is dropped, a last line without LF counts. How the bytes are cut into chunks makes no
 * difference. A line over the limit is skipped without being buffered. Throws a RangeError for a limit that is not
 * positive.
 *
 * ```
 * source    --"a\nb"--"c\n"--|
 *           splitLines()
 * result    --a-------bc-----|
 * ```
 */
export const splitLines = ({
  onOversize = "skip",
  ...options
}: SplitLinesOptions = {}): OperatorFunction<Uint8Array, Line | Oversize> => {
  assertLimits(options)
  const checked = onOversize === "fail" ? failOnOversize : (lines: Array<Line | Oversize>) => lines
  return (source) =>
    defer(() => {
      const splitter = new LineSplitter(options)
      return concat(
        source.pipe(concatMap((chunk) => checked(splitter.split(chunk)))),
        defer(() => checked(splitter.flush()))
      )
    })
}

const failOnOversize = (lines: Array<Line | Oversize>): ObservableInput<Line | Oversize> => {
  const bad = lines.find((line) => line._tag === "Oversize")
  if (bad === undefined) return lines
  const before: Observable<Line | Oversize> = from(lines.slice(0, lines.indexOf(bad)))
  return concat(before, bad._tag === "Oversize" ? throwError(() => lineTooLong(bad)) : EMPTY)
}
