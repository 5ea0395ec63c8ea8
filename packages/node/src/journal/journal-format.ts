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

/** What JSON has no form for: large ids, and an infinite limit, which is the same as an absent one. */
const plain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return { bigint: String(value) }
  return value === Number.POSITIVE_INFINITY ? undefined : value
}

/** A line of the file after its header; undefined for one that is not a record. */
export const decodeRecord = (text: string): JournalRecord | undefined => {
  const record = parse(text)
  if (!isObject(record) || !isCount(record.n) || !Number.isSafeInteger(record.epoch) || !hasFields(record))
    return undefined
  const decision = isObject(record.decision) ? decodeIds(record.decision) : undefined
  return (decision === undefined ? record : { ...record, decision }) as unknown as JournalRecord
}

/** Whether the record has what its direction asks for. What is in a decision is for the replay to look at. */
const hasFields = (record: Record<string, unknown>): boolean => {
  switch (record.direction) {
    case "in":
      return isCount(record.seq) && isCount(record.chunk) && hasLine(record)
    case "out":
      return typeof record.text === "string"
    case "local": {
      const { after, decision } = record
      return Number.isSafeInteger(after) && isObject(decision) && typeof decision.type === "string" && hasIds(decision)
    }
    default:
      return false
  }
}

const hasLine = ({ text, base64, oversize }: Record<string, unknown>): boolean =>
  typeof text === "string" || typeof base64 === "string" || isObject(oversize)

const hasIds = (decision: object): boolean =>
  Object.entries(decision).every(([key, value]) => !isIdKey(key) || !isObject(value) || isDigits(value.bigint))

const isDigits = (value: unknown): boolean => typeof value === "string" && /^-?\d+$/.test(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Whether a file that holds no more than this was cut off while its header was written. */
export const isCutHeader = (text: string): boolean => text.length < header.length - 1 && header.startsWith(text)

/** Why a file that begins with this line is not a journal that can be read here; undefined when it is one. */
export const refuseHeader = (text: string): string | undefined => {
  const first = parse(text)
  if (!isObject(first) || first.format !== format) return "the file is not an rxacp journal"
  return first.version === version ? undefined : `version ${String(first.version)} of the format is not known`
}

/** Whether the text may be the start of a record: an object that does not come to its end. */
export const isCutRecord = (text: string): boolean => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "\\") at += 1
    else if (character === '"') quoted = !quoted
    else if (!quoted && (character === "{" || character === "[")) depth += 1
    else if (!quoted && (character === "}" || character === "]")) depth -= 1
    if (depth === 0) return false
  }
  return true
}

/** The decisions name requests by `id` or `requestId`. */
const decodeIds = (decision: object): object =>
  Object.fromEntries(Object.entries(decision).map(([key, value]) => [key, isIdKey(key) ? decodeId(value) : value]))

const isIdKey = (key: string): boolean => key === "id" || key === "requestId"

const decodeId = (id: unknown): unknown => (isObject(id) ? BigInt(String(id.bigint)) : id)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
