/** Session events as groups of AG-UI events, each with the position of its event. */
import type { FailureJson, RxacpFailure, SessionEvent } from "@rxacp/core"
import type { SessionState } from "@rxacp/fold"
import { concat, defer, filter, map, type OperatorFunction, of } from "rxjs"
import type { AgUiEvent } from "./event.ts"
import { SessionRuns } from "./session-runs.ts"

/** A folded state, and the position that it was folded up to. */
export interface SnapshotOfSession {
  readonly state: SessionState
  /** The last event in the state; events up to it are left out of what follows. */
  readonly at: { readonly epoch: number; readonly n: number }
}

/** Options of `toAgUi`. */
export interface AgUiOptions {
  /**
   * Go on from here, for a page that comes back: the conversation is sent once, whole, as `MESSAGES_SNAPSHOT`, which
   * replaces what the page kept; the events after it follow.
   */
  readonly from?: SnapshotOfSession
  /** What the page gets of a failed turn; by default the failure's message, which may name commands and paths. */
  readonly errorText?: (failure: RxacpFailure | FailureJson) => string
}

export interface EventGroup {
  readonly at: { readonly epoch: number; readonly n: number }
  readonly events: ReadonlyArray<AgUiEvent>
}

/** The failure's own message. */
export const messageOf = ({ message }: { readonly message: string }): string => message

/** The operator behind `toAgUi`. */
export const eventGroups =
  ({ from, errorText = messageOf }: AgUiOptions): OperatorFunction<SessionEvent, EventGroup> =>
  (source) =>
    defer(() => {
      const runs = new SessionRuns(errorText)
      const group = (event: SessionEvent): EventGroup => ({ at: event, events: runs.eventsOf(event) })
      if (from === undefined) return source.pipe(map(group))
      const { state, at } = from
      const later = source.pipe(
        filter(({ epoch, n }) => epoch > at.epoch || (epoch === at.epoch && n > at.n)),
        map(group)
      )
      return concat(of({ at, events: runs.restore(state, at.epoch) }), later)
    })
