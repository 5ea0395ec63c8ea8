/** The public names of `@rxacp/fold`. */
export * from "./activity.ts"
export * from "./extend-fold.ts"
export * from "./fold-followed.ts"
export { type FoldInput, foldSession } from "./fold-session.ts"
export * from "./fold-sessions.ts"
export * from "./selectors.ts"
export * from "./serialization.ts"
export { MAX_ANOMALIES } from "./state/anomalies.ts"
export type { Anomaly } from "./state/anomaly.ts"
export type { ChildSession } from "./state/child-session.ts"
export type {
  CompactionEntry,
  EntryBase,
  MessageEntry,
  MessageRole,
  TimelineEntry,
  ToolCallEntry
} from "./state/entries.ts"
export { emptySession, type SessionOptions, type SessionState, type UsageState } from "./state/session-state.ts"
export type { TerminalExit, TerminalState } from "./state/terminals.ts"
export type { Timeline } from "./state/timeline.ts"
export type { PendingPermission, TurnState } from "./state/turn-state.ts"
export { type Activity, type Subagent, subagents, timelineOf } from "./subagents.ts"
export * from "./tool-output.ts"
export * from "./turn-usage.ts"
export type * from "./updates/unstable-update.ts"
