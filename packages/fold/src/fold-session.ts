/** The fold: the state of a session after one more event. */
import type { SessionEvent, SessionUpdate, UpdateEvent } from "@rxacp/core"
import type { EventReducer } from "./events/event-reducer.ts"
import { endLoad, openSession, startLoad } from "./events/loading.ts"
import { askPermission, resolvePermission } from "./events/permissions.ts"
import { turnOf } from "./events/placement.ts"
import { cancelTurn, endTurn, failTurn, overflowTurn, startTurn } from "./events/turns.ts"
import { isObject, isText } from "./state/json.ts"
import type { SessionState } from "./state/session-state.ts"
import { revivedTimeline } from "./state/timeline.ts"
import { foldUpdate } from "./updates/fold-update.ts"
import { configured, inMode } from "./updates/modes.ts"
import type { UnstableUpdate } from "./updates/unstable-update.ts"

/** All that can be folded: a session's events, the update stage's values, or an update on its own. */
export type FoldInput = SessionEvent | UpdateEvent | SessionUpdate

type EventReducers = { readonly [Tag in SessionEvent["_tag"]]: EventReducer<Tag> }

/** An event that is missing here does not compile. */
const reducers = {
  SessionOpened: openSession,
  TurnStarted: startTurn,
  Update: (state, { update, phase, issues }) =>
    isUpdate(update) ? foldUpdate(state, update, { turn: turnOf(state, update, phase), issues }) : state,
  UnknownUpdate: (state) => state,
  InvalidUpdate: (state) => state,
  PermissionRequested: askPermission,
  PermissionResolved: resolvePermission,
  Overflow: overflowTurn,
  CancelRequested: cancelTurn,
  TurnEnded: endTurn,
  TurnFailed: failTurn,
  LoadStarted: startLoad,
  LoadEnded: endLoad,
  ModeSet: (state, { modeId }) => (isText(modeId) ? inMode(state, modeId) : state),
  ConfigOptionsSet: (state, event) => configured(state, { configOptions: event.configOptions })
} satisfies EventReducers

const isUpdate = (update: SessionUpdate | UnstableUpdate): boolean => isObject(update) && isText(update.sessionUpdate)

/** Whether the state knows its session and the event names another one. */
export const isOfOtherSession = ({ sessionId }: SessionState, event: FoldInput): boolean =>
  sessionId !== null &&
  isObject(event) &&
  "_tag" in event &&
  event.sessionId !== undefined &&
  event.sessionId !== sessionId

const foldEvent = (state: SessionState, event: SessionEvent | UpdateEvent): SessionState => {
  if (isOfOtherSession(state, event) || !isText(event._tag) || !Object.hasOwn(reducers, event._tag)) return state
  // The table pairs each tag with the reducer of its event, which the compiler can't follow through an index. An event
  // of the update stage lacks only what a reducer can do without.
  const reduce = reducers[event._tag] as (state: SessionState, event: SessionEvent | UpdateEvent) => SessionState
  return reduce(state, event)
}

const foldBare = (state: SessionState, update: SessionUpdate | UnstableUpdate): SessionState =>
  isUpdate(update) ? foldUpdate(state, update, { turn: turnOf(state, update) }) : state

/** The state itself, or one rebuilt from what a structured clone left of it. */
const revivedSession = (state: SessionState): SessionState => {
  const timeline = revivedTimeline(state.timeline)
  return timeline === state.timeline ? state : { ...state, timeline, long: null }
}

/**
 * The state after one more event, for `scan` and `reduce`. It is total: whatever comes has an answer, and nothing throws.
 * When nothing changed, the same reference comes back; a state once given never changes, and two folds of one state never
 * see each other. Updates of unknown kinds, unreadable ones, notices and overflows change nothing. Once the state knows
 * its session, events of others change nothing either. The state may be a structured clone (from a worker, say).
 */
export const foldSession = (state: SessionState, event: FoldInput | UnstableUpdate): SessionState => {
  if (!isObject(event)) return state
  const live = revivedSession(state)
  const next = "_tag" in event ? foldEvent(live, event) : foldBare(live, event)
  return next === live ? state : next
}
