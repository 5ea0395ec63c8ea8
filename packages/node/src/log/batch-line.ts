/** The format of a segment: NDJSON, one append a line, so that what an append wrote is there whole or not at all. */
import type { LogEntry } from "@rxacp/core/log"

interface BatchLine {
  readonly n: number
  readonly items: ReadonlyArray<string>
}

/** An append as a line, with its LF. */
export const batchLine = (n: number, items: ReadonlyArray<string>): string =>
  `${JSON.stringify({ n, items } satisfies BatchLine)}\n`

export const entriesOfLine = (epoch: number, line: string): ReadonlyArray<LogEntry> => {
  const { n, items }: BatchLine = JSON.parse(line)
  return items.map((item, index) => ({ at: { epoch, n: n + index }, item }))
}
