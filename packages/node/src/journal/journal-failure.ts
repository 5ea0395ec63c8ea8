/** The failure of a journal. */
import { JournalFailed } from "@rxacp/core"

/** The error as `JournalFailed`, which it may be already. */
export const journalFailed = (error: unknown): JournalFailed => {
  if (error instanceof JournalFailed) return error
  return new JournalFailed({ reason: error instanceof Error ? error.message : String(error) }, { cause: error })
}
