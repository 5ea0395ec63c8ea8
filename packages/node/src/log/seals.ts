/**
 * Where the entries of older epochs end. A writer whose epoch was followed by another may still be writing: what of that counts is
 * settled once, by whoever needs to know it first, and what lies behind does not count for anybody.
 */
import { readdir } from "node:fs/promises"
import { type Position, START } from "@rxacp/core/log"
import { entriesOfLine } from "./batch-line.ts"
import { type LogFolder, type SegmentName, segmentsIn } from "./log-folder.ts"
import { linesFrom } from "./segment-lines.ts"
import { createWhole, readWhole } from "./whole-files.ts"

/** The end of all entries before an epoch. */
export interface Seal {
  readonly last: Position
  /** The last segment that counts, and how many of its bytes do; undefined when there are no entries of the epoch before. */
  readonly segment?: SegmentName
  readonly bytes?: number
}

/** The last entry of a segment, and the bytes up to its end. */
const endOfSegment = async (
  folder: LogFolder,
  segment: SegmentName
): Promise<{ readonly last: Position; readonly bytes: number } | undefined> => {
  let offset = 0
  let lastLine: string | undefined
  for (;;) {
    const read = await linesFrom(folder.segment(segment), offset, Number.POSITIVE_INFINITY)
    if (read === undefined || read.lines.length === 0) break
    offset = read.offset
    lastLine = read.lines.at(-1)
  }
  const last = lastLine === undefined ? undefined : entriesOfLine(segment.epoch, lastLine).at(-1)
  return last && { last: last.at, bytes: offset }
}

const measured = async (folder: LogFolder, epoch: number): Promise<Seal> => {
  const segments = segmentsIn(await readdir(folder.path)).filter((segment) => segment.epoch === epoch - 1)
  for (const segment of segments.reverse()) {
    const end = await endOfSegment(folder, segment)
    if (end !== undefined) return { last: end.last, segment, bytes: end.bytes }
  }
  return { last: (await sealOf(folder, epoch - 1)).last }
}

/** The end of the entries before an epoch that was given out; settles it when that was not done yet. */
export const sealOf = async (folder: LogFolder, epoch: number): Promise<Seal> => {
  if (epoch <= 1) return { last: START }
  const known = await readWhole<Seal>(folder.seal(epoch))
  if (known !== undefined) return known
  await createWhole(folder.seal(epoch), JSON.stringify(await measured(folder, epoch)))
  return (await readWhole<Seal>(folder.seal(epoch))) ?? { last: START }
}
