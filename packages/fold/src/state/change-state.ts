/** How a state is changed: by a copy that never reads a long list. */
import type { LongLists } from "./long-lists.ts"
import type { SessionState } from "./session-state.ts"
import type { Timeline } from "./timeline.ts"

/** The fields that are changed as they are; the lists that may be long have functions of their own. */
export type Field = Exclude<keyof SessionState, "turns" | "pendingPermissions" | "long">

/** A copy of the state whose turns and open requests are read from their long form. */
export const withLong = (state: SessionState, long: LongLists): SessionState => ({
  sessionId: state.sessionId,
  timeline: state.timeline,
  plan: state.plan,
  availableCommands: state.availableCommands,
  modes: state.modes,
  currentModeId: state.currentModeId,
  configOptions: state.configOptions,
  title: state.title,
  updatedAt: state.updatedAt,
  usage: state.usage,
  get turns() {
    return long.turns?.toArray() ?? []
  },
  get pendingPermissions() {
    return long.requests.toArray()
  },
  terminals: state.terminals,
  terminalBytes: state.terminalBytes,
  plans: state.plans,
  childSessions: state.childSessions,
  parentSessionId: state.parentSessionId,
  anomalies: state.anomalies,
  anomalyCount: state.anomalyCount,
  openFrom: state.openFrom,
  long,
  extensions: state.extensions
})

/** The state with these fields changed. */
export const changed = (state: SessionState, changes: Partial<Pick<SessionState, Field>>): SessionState =>
  // The copy is new, so writing to it is not observable; a spread would read the lists.
  state.long === null ? { ...state, ...changes } : Object.assign(withLong(state, state.long), changes)

/**
 * The state with another timeline. Nearly every update ends here, so the fields are written out: V8 copies a spread object
 * of this size some thirty times slower.
 */
export const withTimeline = (state: SessionState, timeline: Timeline, openFrom = state.openFrom): SessionState =>
  state.long === null
    ? {
        sessionId: state.sessionId,
        timeline,
        plan: state.plan,
        availableCommands: state.availableCommands,
        modes: state.modes,
        currentModeId: state.currentModeId,
        configOptions: state.configOptions,
        title: state.title,
        updatedAt: state.updatedAt,
        usage: state.usage,
        turns: state.turns,
        pendingPermissions: state.pendingPermissions,
        terminals: state.terminals,
        terminalBytes: state.terminalBytes,
        plans: state.plans,
        childSessions: state.childSessions,
        parentSessionId: state.parentSessionId,
        anomalies: state.anomalies,
        anomalyCount: state.anomalyCount,
        openFrom,
        long: null,
        extensions: state.extensions
      }
    : changed(state, { timeline, openFrom })
