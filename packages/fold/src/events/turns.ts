/** The fold of turns: a prompt, and how it ended. */
import type { FailureJson, RxacpFailure } from "@rxacp/core"
import { noted } from "../state/anomalies.ts"
import type { SessionState, TurnState } from "../state/session-state.ts"
import { settleToolCalls } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"

/** Whether nobody has said yet how the turn ended. */
export const isRunning = (turn: TurnState): boolean => turn.stopReason === undefined && turn.failure === undefined

/** A prompt makes no message: it stands in `turns`, with its place in the timeline. */
export const startTurn: EventReducer<"TurnStarted"> = (state, { turn, prompt }) => ({
  ...state,
  turns: state.turns.concat({ turn, at: state.timeline.length, prompt })
})

/** What is open when a turn is over stays open for nobody: calls are marked, permission requests are gone. */
const over = (
  state: SessionState,
  turn: number,
  end: Partial<TurnState>,
  mark: "unfinished" | "cancelled"
): SessionState => {
  const settled = { ...settleToolCalls(state, mark), pendingPermissions: [] }
  const index = state.turns.findLastIndex((known) => known.turn === turn)
  const known = state.turns[index]
  if (known === undefined) return noted(settled, { kind: "unknownTurn", turn })
  return { ...settled, turns: state.turns.with(index, { ...known, ...end }) }
}

/** The agent answered. Calls it never finished count as cancelled if we asked for that, or it says so. */
export const endTurn: EventReducer<"TurnEnded"> = (state, { turn, stopReason, cancelRequested, usage, omitted }) =>
  over(
    state,
    turn,
    {
      stopReason,
      ...(cancelRequested && { cancelRequested }),
      ...(usage !== undefined && { usage }),
      ...(omitted !== undefined && { omitted })
    },
    cancelRequested || stopReason === "cancelled" ? "cancelled" : "unfinished"
  )

/** An `Error` would lose its fields in JSON and in a structured clone, so its plain form is kept. */
const plain = (failure: RxacpFailure | FailureJson): FailureJson =>
  failure instanceof Error ? failure.toJSON() : failure

/** The turn ended without a valid answer. */
export const failTurn: EventReducer<"TurnFailed"> = (state, { turn, failure }) =>
  over(state, turn, { failure: plain(failure) }, "unfinished")
