/** The port: what a log has to do, wherever it is kept. */
import type { Position } from "./position.ts"

/** One entry of a log. */
export interface LogEntry {
  readonly at: Position
  readonly item: string
  /** On the first entry of a writer: the last position of those before it. */
  readonly previous?: Position
}

/** Entries in order, each following on the one before. */
export interface LogEntries {
  readonly _tag: "Entries"
  readonly entries: ReadonlyArray<LogEntry>
}

/**
 * Entries after `from`, up to and with `to`, are no longer in the log. When `to` comes before `from`, the log itself has lost
 * what was read after `to`, and goes on from there.
 */
export interface Gap {
  readonly _tag: "Gap"
  readonly from: Position
  readonly to: Position
}

/** What one pull of a reader gives. */
export type LogBatch = LogEntries | Gap

/** A state as text, and the position of the last entry that it holds. */
export interface LogSnapshot {
  readonly at: Position
  readonly state: string
}

/** Who writes a log, as far as the log knows. */
export interface LogLease {
  /** The newest epoch that was given out, 0 when the log was never opened. */
  readonly epoch: number
  /** Milliseconds, by the clock of the log, for which its writer is known to live; 0 when it is not. */
  readonly remainingMs: number
  /** The last position of the log. */
  readonly last: Position
}

/** A command that a viewer has left for the writer of the log. */
export interface PostedCommand {
  readonly id: string
  readonly command: string
}

/** What to read. */
export interface ReadOptions {
  /** Begin after this entry; default: at the beginning. */
  readonly after?: Position
  /** Wait for more at the end of the log instead of ending. Default false. */
  readonly follow?: boolean
  /** Ends the reading, also while it waits. */
  readonly signal?: AbortSignal
}

/**
 * The one writer of a log. Every method rejects with `LogFenced` once another has been opened, and with `LogUnavailable` when
 * the log can't be reached in time.
 */
export interface LogWriter {
  readonly key: string
  /** A positive integer, larger than that of every earlier writer of the log. */
  readonly epoch: number
  /** The last entry of the writers before this one. */
  readonly previous: Position
  /**
   * Writes `items` as the entries `firstN`, `firstN + 1`, and so on: all of them or none. Entries that are there already are
   * left as they are, so a call may be repeated. Rejects with `LogGap` when entries between the last and `firstN` are
   * missing. An item is well-formed text.
   */
  append(firstN: number, items: ReadonlyArray<string>): Promise<void>
  /** Keeps `state` as the state after this writer's entry `n`, in place of the snapshot before. */
  snapshot(n: number, state: string): Promise<void>
  /** Says that this writer lives, for `ms` milliseconds from now; 0 gives the lease up. */
  renew(ms: number): Promise<void>
  /** Lets go of entries up to and with `upTo`. A log may keep some of them. */
  trim(upTo: Position): Promise<void>
  /** Deletes the log `ms` milliseconds from now, in place of an earlier such time. */
  expire(ms: number): Promise<void>
  /** The commands that were posted and not taken, in the order in which they came, then those that come; pulled one by one. */
  commands(options?: { readonly signal?: AbortSignal }): AsyncIterable<PostedCommand>
  /** Takes a command: true for one caller only, whichever writer it is. */
  take(id: string): Promise<boolean>
}

/** Logs by key, each with one writer at a time and any number of readers. */
export interface SessionLog {
  /** Becomes the writer of a log; from that moment every earlier writer is refused. */
  open(key: string): Promise<LogWriter>
  /**
   * Reads a log. Nothing is read before it is asked for, but for what a follower may have waiting up to a bound in bytes. What
   * is missing shows as a `Gap`. Rejects with `LogUnavailable`.
   */
  read(key: string, options?: ReadOptions): AsyncIterable<LogBatch>
  /** The newest snapshot. */
  snapshot(key: string): Promise<LogSnapshot | undefined>
  lease(key: string): Promise<LogLease>
  /** Leaves a command for the writer; repeats of one id are one command. */
  post(key: string, id: string, command: string): Promise<void>
}
