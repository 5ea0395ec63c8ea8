/** What an agent did that the protocol does not foresee. The fold applies it all the same, and keeps a note. */
import { changed } from "./change-state.ts"
import type { SessionState } from "./session-state.ts"

/** A note about something unusual. */
export type Anomaly =
  /** A tool call's status went back; it was applied. */
  | { readonly kind: "statusWentBack"; readonly toolCallId: string; readonly from: string; readonly to: string }
  /** An update spoke of a tool call that was not announced; an entry was made for it. */
  | { readonly kind: "unknownToolCall"; readonly toolCallId: string }
  /** A second `tool_call` came for the same id; it was applied as a patch. */
  | { readonly kind: "repeatedToolCall"; readonly toolCallId: string }
  /** The mode is not among the known ones; it was set. */
  | { readonly kind: "unknownMode"; readonly modeId: string }
  /** The mode came under the field name `modeId`; it was read. */
  | { readonly kind: "modeIdAlias"; readonly modeId: string }
  /** A turn ended that had not started here; its end is not in `turns`. */
  | { readonly kind: "unknownTurn"; readonly turn: number }
  /** There were too many of these, so the oldest is gone. */
  | { readonly kind: "forgotten"; readonly list: "terminals" | "plans" | "childSessions"; readonly id: string }

/** How many notes a state keeps; older ones go. */
export const MAX_ANOMALIES = 100

/** The state with one more note. */
export const noted = (state: SessionState, anomaly: Anomaly): SessionState =>
  changed(state, {
    anomalies: [...state.anomalies.slice(1 - MAX_ANOMALIES), anomaly],
    anomalyCount: state.anomalyCount + 1
  })
