/** The public names of `@rxacp/fold`. */
export * from "./extend-fold.ts"
export * from "./fold-followed.ts"
export { type FoldInput, foldSession } from "./fold-session.ts"
export * from "./fold-sessions.ts"
export * from "./selectors.ts"
export * from "./serialization.ts"
export { type Anomaly, MAX_ANOMALIES } from "./state/anomalies.ts"
export type {
  CompactionEntry,
  EntryBase,
  MessageEntry,
  MessageRole,
  TimelineEntry,
  ToolCallEntry
} from "./state/entries.ts"
export {
  emptySession,
  type PendingPermission,
  type SessionOptions,
  type SessionState,
  type TurnState,
  type UsageState
} from "./state/session-state.ts"
export type { Timeline } from "./state/timeline.ts"
export * from "./tool-output.ts"
