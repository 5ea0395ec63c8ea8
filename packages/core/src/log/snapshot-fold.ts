/** What publishing needs of a fold, so that snapshots of its state can be written. `@rxacp/fold` has one. */
import type { SessionEvent } from "../session/session-event.ts"

/** A fold whose state has a plain form. */
export interface SnapshotFold<State> {
  readonly empty: (sessionId: string) => State
  readonly fold: (state: State, event: SessionEvent) => State
  /** The state as plain JSON. */
  readonly serialize: (state: State) => unknown
  /** The state that `serialize` gave, or its copy. */
  readonly restore: (plain: unknown) => State
}
