/** The fold of turns: a prompt, and how it ended. */
import type { FailureJson, RxacpFailure } from "@rxacp/core"
import { noted } from "../state/anomalies.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState, TurnState } from "../state/session-state.ts"
import { replaced } from "../updates/reducer.ts"
import { settleToolCalls } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"

/** Whether nobody has said yet how the turn ended. */
export const isRunning = (turn: TurnState): boolean => turn.stopReason === undefined && turn.failure === undefined

/** A prompt makes no message: it stands in `turns`, with its place in the timeline. */
export const startTurn: EventReducer<"TurnStarted"> = (state, { turn, prompt }) => ({
  ...state,
  turns: [...state.turns, { turn, at: state.timeline.length, prompt }]
})

/** What is open when a turn is over stays open for nobody: calls are marked, permission requests are gone. */
const settled = (state: SessionState, mark: "unfinished" | "cancelled"): SessionState =>
  replaced(settleToolCalls(state, mark), "pendingPermissions", [])

/** Puts the end of a turn to its start; of two turns with one number (after a new connection) it is the later one's. */
const ended = (state: SessionState, turn: number, end: Partial<TurnState>): SessionState => {
  const index = state.turns.findLastIndex((known) => known.turn === turn)
  const known = state.turns[index]
  if (known === undefined) return noted(state, { kind: "unknownTurn", turn })
  const next = { ...known, ...end }
  return sameJson(known, next) ? state : { ...state, turns: state.turns.with(index, next) }
}

/** The agent answered. Calls it never finished count as cancelled if we asked for that, or it says so. */
export const endTurn: EventReducer<"TurnEnded"> = (state, { turn, stopReason, cancelRequested, usage, omitted }) =>
  ended(settled(state, cancelRequested || stopReason === "cancelled" ? "cancelled" : "unfinished"), turn, {
    stopReason,
    ...(cancelRequested && { cancelRequested }),
    ...(usage !== undefined && { usage }),
    ...(omitted !== undefined && { omitted })
  })

/** An `Error` would lose its fields in JSON and in a structured clone, so its plain form is kept. */
const plain = (failure: RxacpFailure | FailureJson): FailureJson =>
  failure instanceof Error ? failure.toJSON() : failure

/** The turn ended without a valid answer. */
export const failTurn: EventReducer<"TurnFailed"> = (state, { turn, failure }) =>
  ended(settled(state, "unfinished"), turn, { failure: plain(failure) })
