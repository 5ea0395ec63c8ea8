/** The fold of turns: a prompt, what it ran into, and how it ended. */
import type { FailureJson, RxacpFailure } from "@rxacp/core"
import { noted } from "../state/anomalies.ts"
import { isRecord, isText, recordsOf } from "../state/json.ts"
import { withTurnEnded } from "../state/pending-permissions.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState } from "../state/session-state.ts"
import type { TurnState } from "../state/turn-state.ts"
import { lastTurn, turnNumbered, withTurn, withTurnChanged } from "../state/turns-of.ts"
import { settleToolCalls } from "../updates/tool-calls.ts"
import type { EventReducer } from "./event-reducer.ts"

const isNumber = (value: unknown): value is number => typeof value === "number"

/** Whether the end of the turn is still unknown. */
export const runs = (turn: TurnState): boolean => turn.stopReason === undefined && turn.failure === undefined

/** A prompt makes no message: it stands in `turns`, with its place in the timeline. */
export const startTurn: EventReducer<"TurnStarted"> = (state, { turn, prompt }) =>
  isNumber(turn) ? withTurn(state, { turn, at: state.timeline.length, prompt: recordsOf(prompt) ?? [] }) : state

/** We asked the agent to stop, so what is open is called off now, whenever the agent answers. */
export const cancelTurn: EventReducer<"CancelRequested"> = (state, { turn }) => {
  const settled = settleToolCalls(state, "cancelled")
  const known = lastTurn(settled)
  if (known === undefined || known.turn !== turn || !runs(known) || known.cancelRequested) return settled
  return withTurnChanged(settled, known, { ...known, cancelRequested: true })
}

/** The first cap that was passed in the running turn. */
export const overflowTurn: EventReducer<"Overflow"> = (state, { limit, max }) => {
  const known = lastTurn(state)
  if (known === undefined || !runs(known) || known.overflow || !isText(limit) || !isNumber(max)) return state
  return withTurnChanged(state, known, { ...known, overflow: { limit, max } })
}

/** Calls that are open when their turn is over are marked. Permission requests outlive it, and say so. */
const settled = (state: SessionState, mark: "unfinished" | "cancelled"): SessionState =>
  withTurnEnded(settleToolCalls(state, mark))

/** Puts the end of a turn to its start; of two turns with one number (after a new connection) it is the later one's. */
const ended = (state: SessionState, turn: number, end: Partial<TurnState>): SessionState => {
  const known = turnNumbered(state, turn)
  if (known === undefined) return noted(state, { kind: "unknownTurn", turn })
  const next = { ...known, ...end }
  return sameJson(known, next) ? state : withTurnChanged(state, known, next)
}

/** The agent answered. What opened after it was asked to stop, and never finished, counts as cancelled too. */
export const endTurn: EventReducer<"TurnEnded"> = (state, { turn, stopReason, cancelRequested, usage, omitted }) =>
  isNumber(turn) && isText(stopReason)
    ? ended(settled(state, cancelRequested || stopReason === "cancelled" ? "cancelled" : "unfinished"), turn, {
        stopReason,
        ...(cancelRequested && { cancelRequested: true }),
        ...(usage !== undefined && { usage }),
        ...(isRecord(omitted) && { omitted })
      })
    : state

/** An `Error` would lose its fields in JSON and in a structured clone, so its plain form is kept. */
const plain = (failure: RxacpFailure | FailureJson): FailureJson =>
  failure instanceof Error ? failure.toJSON() : failure

/** The turn ended without a valid answer. */
export const failTurn: EventReducer<"TurnFailed"> = (state, { turn, failure }) =>
  isNumber(turn) && isRecord(failure) ? ended(settled(state, "unfinished"), turn, { failure: plain(failure) }) : state
