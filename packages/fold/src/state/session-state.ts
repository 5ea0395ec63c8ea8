/** The state of one session: what its events add up to. */
import type { AvailableCommand, PlanEntry, SessionConfigOption, SessionModeState } from "@rxacp/core"
import type { PlanContent } from "../updates/unstable-update.ts"
import type { Anomaly } from "./anomaly.ts"
import type { ChildSession } from "./child-session.ts"
import { isRecord, isText, recordsOf } from "./json.ts"
import type { LongLists } from "./long-lists.ts"
import { TERMINAL_BYTES, type TerminalState } from "./terminals.ts"
import { type Timeline, timelineFrom } from "./timeline.ts"
import type { PendingPermission, TurnState } from "./turn-state.ts"

/** Tokens in the context now, the size of its window, and what the session cost so far. */
export interface UsageState {
  readonly used: number
  readonly size: number
  readonly cost?: { readonly amount: number; readonly currency: string }
}

/**
 * Everything known of a session, as plain data in a frozen-safe form: no fold ever writes to a state it was given. A
 * field is null until somebody said something about it, so that an empty list differs from none. `Extensions` are the types
 * of what a user's own reducers add.
 */
export interface SessionState<Extensions extends object = object> {
  /** When set, events of other sessions change nothing. */
  readonly sessionId: string | null
  readonly timeline: Timeline
  readonly plan: ReadonlyArray<PlanEntry> | null
  readonly availableCommands: ReadonlyArray<AvailableCommand> | null
  /** The modes on offer; its `currentModeId` follows the one below. */
  readonly modes: SessionModeState | null
  readonly currentModeId: string | null
  readonly configOptions: ReadonlyArray<SessionConfigOption> | null
  readonly title: string | null
  readonly updatedAt: string | null
  readonly usage: UsageState | null
  readonly turns: ReadonlyArray<TurnState>
  readonly pendingPermissions: ReadonlyArray<PendingPermission>
  /** Terminals whose output the agent streams, in the order in which they were first mentioned. */
  readonly terminals: ReadonlyArray<TerminalState>
  /** How much of each terminal's output is kept, in bytes. */
  readonly terminalBytes: number
  /** The plans of an agent that keeps several, in the order in which they were first mentioned. */
  readonly plans: ReadonlyArray<PlanContent>
  /** Subagents that have sessions of their own, in the order in which they were first mentioned. */
  readonly childSessions: ReadonlyArray<ChildSession>
  /** The session whose subagent this one is, as far as `foldSessions` has seen. */
  readonly parentSessionId: string | null
  /** The last notes about unusual input, oldest first. */
  readonly anomalies: ReadonlyArray<Anomaly>
  /** How many notes there were in all. */
  readonly anomalyCount: number
  /** No tool call before this place in the timeline is open; spares a search through all that is settled. */
  readonly openFrom: number
  /**
   * `turns` and `pendingPermissions` in a form that grows at no cost, once either is long; the two fields are then read
   * from it. It is not part of what the state says, so serialising leaves it out.
   */
  readonly long: LongLists | null
  /** What the reducers of `extendFold` made, by their names. */
  readonly extensions: Readonly<Partial<Extensions>> | null
}

/** What may be known of a session before its first event. */
export interface SessionOptions {
  readonly sessionId?: string | null
  readonly modes?: SessionModeState | null
  readonly configOptions?: ReadonlyArray<SessionConfigOption> | null
  /** How much of each terminal's output is kept, in bytes. Default: 1 MiB. */
  readonly terminalBytes?: number
}

const isLimit = (value: unknown): value is number => typeof value === "number" && value > 0

/** Whether a value names the modes on offer and the current one. */
export const isModes = (modes: SessionModeState | null | undefined): modes is SessionModeState =>
  isRecord(modes) && isText(modes.currentModeId) && Array.isArray(modes.availableModes)

/**
 * The state before any event: what a fold starts from, and what it goes back to when a load starts. The answer of an agent
 * to new, load or resume (`session.opened`) is taken as it came: what it does not say, or says in no readable form, is null.
 */
export const emptySession = <Extensions extends object = object>(
  options?: SessionOptions | null
): SessionState<Extensions> => {
  const { sessionId, modes, configOptions, terminalBytes } = isRecord(options) ? (options as SessionOptions) : {}
  const known = isModes(modes) ? modes : null
  return {
    sessionId: isText(sessionId) ? sessionId : null,
    timeline: timelineFrom([]),
    plan: null,
    availableCommands: null,
    modes: known,
    currentModeId: known?.currentModeId ?? null,
    configOptions: recordsOf(configOptions) ?? null,
    title: null,
    updatedAt: null,
    usage: null,
    turns: [],
    pendingPermissions: [],
    terminals: [],
    terminalBytes: isLimit(terminalBytes) ? terminalBytes : TERMINAL_BYTES,
    plans: [],
    childSessions: [],
    parentSessionId: null,
    anomalies: [],
    anomalyCount: 0,
    openFrom: 0,
    long: null,
    extensions: null
  }
}
