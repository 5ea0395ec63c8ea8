/** Journal records as text, and back. */
import type { JournalRecord } from "../journal/record.ts"

/** What JSON has no form for: large ids, and an infinite limit, which is the same as an absent one. */
const plain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return { bigint: String(value) }
  return value === Number.POSITIVE_INFINITY ? undefined : value
}

export const recordText = (record: JournalRecord): string =>
  record.direction === "local" ? JSON.stringify(record, plain) : JSON.stringify(record)

/** The record that a text stands for. */
export const recordOf = (text: string): JournalRecord => {
  const record: JournalRecord = JSON.parse(text)
  if (record.direction !== "local") return record
  const decision = Object.fromEntries(
    Object.entries(record.decision).map(([key, value]) => [
      key,
      (key === "id" || key === "requestId") && typeof value === "object" && value !== null
        ? BigInt((value as { readonly bigint: string }).bigint)
        : value
    ])
  )
  return { ...record, decision } as unknown as JournalRecord
}
