/** The fold of a session that is followed in a log: snapshots, events, and what is known of their publisher. */
import type { SessionEvent } from "@rxacp/core"
import type { Followed, Gap, Position, SnapshotFold } from "@rxacp/core/log"
import { foldSession } from "./fold-session.ts"
import { restoreSession, type SerializedSession, serializeSession } from "./serialization.ts"
import { emptySession, type SessionState } from "./state/session-state.ts"

/** A followed session. */
export interface FollowedState {
  readonly session: SessionState
  /** The position of the last value that has one: where to go on after a reconnect. */
  readonly at: Position | null
  /** Whether whoever publishes the session is known to be lost, or has closed it; `live` as long as nothing says otherwise. */
  readonly producer: "live" | "lost" | "closed"
  /** What the log no longer has and no later snapshot has made up for; null when nothing is missing. */
  readonly gap: Pick<Gap, "from" | "to"> | null
}

/** The state before the first value. */
export const emptyFollowed = (): FollowedState => ({ session: emptySession(), at: null, producer: "live", gap: null })

/** The state after one more value of `followSession`, for `scan` and `reduce`. Total and pure, like `foldSession`. */
export const foldFollowed = (state: FollowedState, value: Followed): FollowedState => {
  switch (value._tag) {
    case "Snapshot": {
      const session = value.state === null ? emptySession() : restoreSession(value.state as SerializedSession)
      return { ...state, session, at: value.at, gap: null }
    }
    case "Gap":
      return { ...state, at: value.to, gap: { from: state.gap?.from ?? value.from, to: value.to } }
    case "ProducerLost":
      return state.producer === "lost" ? state : { ...state, producer: "lost" }
    case "SessionClosed":
      return { ...state, at: value.at, producer: "closed" }
    case "CommandSettled":
      return { ...state, at: value.at, producer: "live" }
    default: {
      const { epoch, n } = value
      return { ...state, session: foldSession(state.session, value), at: { epoch, n }, producer: "live" }
    }
  }
}

/** What `publishSession` writes snapshots with, so that `foldFollowed` can read them. */
export const sessionSnapshots: SnapshotFold<SessionState> = {
  empty: () => emptySession(),
  fold: (state: SessionState, event: SessionEvent) => foldSession(state, event),
  serialize: serializeSession,
  restore: (plain) => restoreSession(plain as SerializedSession)
}
