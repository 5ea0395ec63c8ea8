/** The session log: one session written on one machine, followed and answered on any other. */

export type { ViewerCommand } from "./command.ts"
export { followSession } from "./follow-session.ts"
export {
  type CommandSettled,
  type Followed,
  type PermissionAnswered,
  type ProducerLost,
  type PublishedNote,
  positionOf,
  type SessionClosed,
  type Snapshot
} from "./followed.ts"
export * from "./log-failure.ts"
export { type LogJournal, type LogJournalOptions, logJournal, readLogJournal } from "./log-journal.ts"
export { memoryLog } from "./memory-log.ts"
export { comparePositions, formatPosition, type Position, parsePosition, START } from "./position.ts"
export {
  type Publication,
  type PublishEnd,
  type PublishedSession,
  type PublishOptions,
  publishSession
} from "./publish-session.ts"
export { type EntryRange, type EntrySource, type LogTail, pullEntries } from "./pull-entries.ts"
export { type FollowOptions, type PullOptions, pullSession } from "./pull-session.ts"
export type { Retention } from "./retention.ts"
export {
  answeredByViewers,
  type CommandedConnection,
  type CommandedSession,
  type ServeCommandsOptions,
  type ServedCommands,
  serveCommands
} from "./serve-commands.ts"
export { type CommandOptions, type SessionCommands, sessionCommands } from "./session-commands.ts"
export type * from "./session-log.ts"
export type { SnapshotFold } from "./snapshot-fold.ts"
