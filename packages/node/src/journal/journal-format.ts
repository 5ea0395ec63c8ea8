/**
 * The file format of a journal, version 1: NDJSON. The first line is the header `{"format":"rxacp-journal","version":1}`,
 * every other line one `JournalRecord`. A request id that no JSON number can hold is written as `{"bigint":"<digits>"}`
 * in place of the id. A line is complete with its LF; one without was cut off while it was written.
 */
import type { JournalRecord } from "@rxacp/core/journal"

const format = "rxacp-journal"
const version = 1

/** The first line, with its LF. */
export const header = `${JSON.stringify({ format, version })}\n`

/** A line of a journal that can't be read: its writer was cut off. */
export interface TornRecord {
  readonly direction: "torn"
  /** Number of the line in the file, from 1; blank lines are not counted. */
  readonly line: number
  /** What is there of it. */
  readonly text: string
}

/** One record as a line, with its LF. */
export const encodeRecord = (record: JournalRecord): string =>
  `${record.direction === "local" ? JSON.stringify(record, plain) : JSON.stringify(record)}\n`

/** What JSON has no form for: large ids, and a limit that is none, which is the same as one that is absent. */
const plain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return { bigint: String(value) }
  return value === Number.POSITIVE_INFINITY ? undefined : value
}

/** A line of the file after its header. */
export const decodeRecord = (text: string, line: number): JournalRecord | TornRecord => {
  const record = parse(text)
  if (!isObject(record) || typeof record.n !== "number") return { direction: "torn", line, text }
  const decoded: unknown = isObject(record.decision) ? { ...record, decision: decodeIds(record.decision) } : record
  // The line is whole, so it is what `encodeRecord` wrote: one that was cut off is no JSON.
  return decoded as JournalRecord
}

/** Why a file that begins with this line is no journal that can be read here; undefined when it is one. */
export const refuseHeader = (text: string): string | undefined => {
  const first = parse(text)
  if (!isObject(first) || first.format !== format) return "the file is no rxacp journal"
  return first.version === version ? undefined : `version ${String(first.version)} of the format is not known`
}

/** The decisions name requests by `id` or `requestId`. */
const decodeIds = (decision: object): object =>
  Object.fromEntries(
    Object.entries(decision).map(([key, value]) => [key, key === "id" || key === "requestId" ? decodeId(value) : value])
  )

const decodeId = (id: unknown): unknown => (isObject(id) ? BigInt(String(id.bigint)) : id)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
