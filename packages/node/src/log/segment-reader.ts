/** Reads the entries of one log in order, and remembers where it is. */
import { readdir } from "node:fs/promises"
import { comparePositions, type EntryRange, type LogEntry, type Position, START } from "@rxacp/core/log"
import { entriesOfLine } from "./batch-line.ts"
import { type LogFolder, newestEpoch, type SegmentName, segmentsIn } from "./log-folder.ts"
import { type Seal, sealOf } from "./seals.ts"
import { linesFrom } from "./segment-lines.ts"
import { readWhole, unlessMissing } from "./whole-files.ts"

/** A place in the files of a log: everything up to `at` lies before it. */
export interface Place {
  readonly at: Position
  readonly segment: SegmentName
  readonly offset: number
}

interface Contents {
  readonly birth: string
  readonly newest: number
  readonly segments: ReadonlyArray<SegmentName>
}

const NOTHING: EntryRange = { birth: "", last: START, entries: [] }

const sameSegment = (one: SegmentName, other: SegmentName): boolean =>
  one.epoch === other.epoch && one.firstN === other.firstN

/** A reader of one log; `hint` is a place that is known already. */
export class SegmentReader {
  readonly #folder: LogFolder
  #place: Place | undefined

  constructor(folder: LogFolder, hint: Place | undefined) {
    this.#folder = folder
    this.#place = hint
  }

  async range(after: Position): Promise<EntryRange> {
    const contents = await this.#contents()
    if (contents === undefined) return NOTHING
    const { birth } = contents
    const { upTo = START } = (await readWhole<{ upTo: Position }>(this.#folder.trimmed)) ?? {}
    const from = comparePositions(after, upTo) < 0 ? upTo : after
    let place = this.#placeFor(contents, from)
    let last = place?.at ?? (await sealOf(this.#folder, contents.newest)).last
    while (place !== undefined) {
      const seal =
        place.segment.epoch < contents.newest ? await sealOf(this.#folder, place.segment.epoch + 1) : undefined
      const read = await linesFrom(this.#folder.segment(place.segment), place.offset, limitOf(place.segment, seal))
      const lines = read?.lines ?? []
      const entries = await this.#entries(place.segment.epoch, lines)
      last = entries.at(-1)?.at ?? last
      if (lines.length > 0) place = { at: last, segment: place.segment, offset: read?.offset ?? place.offset }
      this.#place = place
      const fresh = entries.filter(({ at }) => comparePositions(at, from) > 0)
      if (fresh.length > 0) return { birth, last, entries: fresh }
      if (lines.length > 0) continue
      const next = nextSegment(contents.segments, place.segment)
      if (next === undefined) break
      place = { at: last, segment: next, offset: 0 }
    }
    return { birth, last: comparePositions(last, upTo) < 0 ? upTo : last, entries: [] }
  }

  async #contents(): Promise<Contents | undefined> {
    const names = await unlessMissing(readdir(this.#folder.path))
    const birth = await readWhole<string>(this.#folder.birth)
    if (names === undefined || birth === undefined) return undefined
    return { birth, newest: newestEpoch(names), segments: segmentsIn(names) }
  }

  /** Where to read on after a position: the known place, or the start of the segment that may hold the next entry. */
  #placeFor({ segments }: Contents, after: Position): Place | undefined {
    const known = this.#place
    if (
      known !== undefined &&
      comparePositions(known.at, after) <= 0 &&
      segments.some((segment) => sameSegment(segment, known.segment))
    ) {
      return known
    }
    const next = { epoch: after.epoch, n: after.n + 1 }
    const segment =
      segments.findLast(({ epoch, firstN }) => comparePositions({ epoch, n: firstN }, next) <= 0) ?? segments[0]
    return segment && { at: START, segment, offset: 0 }
  }

  async #entries(epoch: number, lines: ReadonlyArray<string>): Promise<ReadonlyArray<LogEntry>> {
    const entries = lines.flatMap((line) => entriesOfLine(epoch, line))
    const [first] = entries
    if (first?.at.n !== 1) return entries
    const { last } = await sealOf(this.#folder, epoch)
    return [{ ...first, previous: last }, ...entries.slice(1)]
  }
}

/** The bytes of a segment that count. */
const limitOf = ({ firstN }: SegmentName, seal: Seal | undefined): number => {
  if (seal === undefined) return Number.POSITIVE_INFINITY
  if (seal.segment === undefined || firstN > seal.segment.firstN) return 0
  return firstN === seal.segment.firstN ? (seal.bytes ?? 0) : Number.POSITIVE_INFINITY
}

const nextSegment = (segments: ReadonlyArray<SegmentName>, current: SegmentName): SegmentName | undefined =>
  segments[segments.findIndex((segment) => sameSegment(segment, current)) + 1]
