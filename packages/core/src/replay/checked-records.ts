/** Finds what is wrong with the records of a journal: a gap in their numbers, or one that is not a record. */
import { concatMap, defer, type OperatorFunction } from "rxjs"
import { JournalFailed } from "../failures.ts"
import { thrownText } from "../internal/thrown-text.ts"
import type { JournalRecord } from "../journal/record.ts"
import { isJsonObject, type JsonObject } from "../schema/json-object.ts"
import { reasonAgainst } from "./record-shape.ts"

/** What a damaged journal does: end the replay with `JournalFailed`, or pass over what can't be read. */
export type OnDamage = "fail" | "skip"

/**
 * The records, checked one by one: each has the shape of a record, and within a run the numbers `n` and `seq` have no gap.
 * A run begins with `n` 1. The first that does not fit errors with `JournalFailed` and its place, counted from 1; with
 * `skip` what is not a record is passed over and a gap is taken as it is. A torn record is not damage.
 */
export const checkedRecords =
  (onDamage: OnDamage): OperatorFunction<unknown, JournalRecord> =>
  (source) =>
    defer(() => {
      let before = NONE
      return source.pipe(
        concatMap((value, index): ReadonlyArray<JournalRecord> => {
          const record = readable(value)
          if (typeof record === "string") {
            if (onDamage === "skip") return []
            throw new JournalFailed({ reason: record, record: index + 1 })
          }
          if (record.direction === "torn") return []
          const now = numbersAfter(before, record)
          const reason = onDamage === "skip" ? undefined : gapBetween(before, now, record)
          if (reason !== undefined) throw new JournalFailed({ reason, record: index + 1 })
          before = now
          return [record]
        })
      )
    })

/** The record, or why it is not one. Also of an object whose members can't be read. */
const readable = (value: unknown): JournalRecord | { readonly direction: "torn" } | string => {
  try {
    if (!isJsonObject(value)) return "it is not an object"
    if (value.direction === "torn") return { direction: "torn" }
    return reasonAgainst(value) ?? asRecord(value)
  } catch (error) {
    return thrownText(error)
  }
}

/** `reasonAgainst` has looked at every member, which the compiler can't see. */
const asRecord = (value: JsonObject): JournalRecord => value as unknown as JournalRecord

/** The numbers that the next record goes on from. */
interface Numbers {
  readonly epoch: number
  readonly n: number
  readonly seq: number
  readonly chunk: number
}

const NONE: Numbers = { epoch: Number.NaN, n: 0, seq: 0, chunk: 0 }

const numbersAfter = (before: Numbers, record: JournalRecord): Numbers => {
  const { n, epoch } = record
  const { seq, chunk } = n === 1 || epoch !== before.epoch ? NONE : before
  return record.direction === "in" ? { n, epoch, seq: record.seq, chunk: record.chunk } : { n, epoch, seq, chunk }
}

const gapBetween = (before: Numbers, now: Numbers, record: JournalRecord): string | undefined => {
  const isNewRun = now.n === 1 || now.epoch !== before.epoch
  const expected = isNewRun ? 1 : before.n + 1
  if (now.n !== expected) return `n is ${now.n}, expected ${expected}`
  const { seq, chunk } = isNewRun ? NONE : before
  if (record.direction === "in") {
    if (now.seq !== seq + 1) return `seq is ${now.seq}, expected ${seq + 1}`
    if (now.chunk !== chunk && now.chunk !== chunk + 1)
      return `chunk is ${now.chunk}, expected ${chunk} or ${chunk + 1}`
  }
  return record.direction === "local" && record.after > seq
    ? `after is ${record.after}, the last line ${seq}`
    : undefined
}
