/** Journals of every timing, also one whose disk is full at some point. */
import type { Journal, JournalRecord } from "@rxacp/core/journal"
import type { Random } from "./random.ts"

/** How a journal behaves. */
export type JournalKind = "none" | "sync" | "async" | "slow" | "failing"

/** A journal and what it recorded. */
export interface ModelJournal extends Journal {
  readonly records: ReadonlyArray<JournalRecord>
}

/** A journal of a kind; `failed` is called just before a failing one refuses for the first time. */
export const modelJournal = (kind: Exclude<JournalKind, "none">, random: Random, failed: () => void): ModelJournal => {
  const records: Array<JournalRecord> = []
  const failAt = 5 + random.below(60)
  let full = false

  const refuse = (): Promise<void> => {
    if (!full) failed()
    full = true
    const error = new Error("the disk is full")
    if (random.chance(0.5)) return Promise.reject(error)
    throw error
  }

  const slowly = async (batch: ReadonlyArray<JournalRecord>): Promise<void> => {
    if (kind !== "async") {
      await random.pause()
      await random.pause()
    }
    records.push(...batch)
  }

  return {
    records,
    append: (batch) => {
      if (kind === "failing" && records.length >= failAt) return refuse()
      if (kind !== "sync") return slowly(batch)
      records.push(...batch)
    }
  }
}
