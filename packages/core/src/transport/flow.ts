/** The contract of flow control: an explicit switch, since RxJS has no demand signal. */
import type { Observable } from "rxjs"

/** What a flow reports about itself. */
export interface FlowState {
  /** Holds that are out. */
  readonly holders: number
  /** When the first of them was taken, in ms since 1970; absent while nothing is held. */
  readonly heldSince?: number
  /** Bytes that have arrived and wait for delivery. */
  readonly bytesWaiting: number
}

/** Holds the delivery of a transport. Several holders may hold at once; delivery goes on when the last has released it. */
export interface Flow {
  /**
   * Holds delivery from now on, also the rest of the chunk in hand, and returns the release. Releasing is idempotent and
   * delivers what waits before it returns, unless it is called from inside a delivery, which then goes on.
   */
  hold(): () => void
  /** Whether delivery is held: the current answer, then every change. */
  readonly held: Observable<boolean>
  /** How things stand now. */
  readonly state: FlowState
}
