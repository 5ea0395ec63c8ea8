/** What shows a session: one of the ways in which the program can print it. */
import type { SessionEvent } from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"

/** Shows a session as it grows. */
export interface View {
  /** One more event, and the state that it led to. */
  readonly show: (state: SessionState, event: SessionEvent) => void
  /** Something to tell the user besides the session. */
  readonly note: (text: string) => void
  /** Makes room for a question; `resume` ends it. */
  readonly pause: () => void
  readonly resume: () => void
  /** No more will come. */
  readonly end: () => void
}
