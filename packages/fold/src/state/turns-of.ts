/** The turns of a state, read and changed without copying a long list. */
import { withLong } from "./change-state.ts"
import { LONG, LongLists } from "./long-lists.ts"
import type { SessionState } from "./session-state.ts"
import { TurnList } from "./turn-list.ts"
import type { TurnState } from "./turn-state.ts"

const withTurns = (state: SessionState, { requests }: LongLists, turns: TurnList | undefined): SessionState =>
  withLong(state, new LongLists(turns, requests))

export const lastTurn = (state: SessionState): TurnState | undefined =>
  state.long === null ? state.turns.at(-1) : state.long.turns?.last

/** The last turn with this number: a session that is taken up on a new connection counts from 1 again. */
export const turnNumbered = (state: SessionState, number: number): TurnState | undefined => {
  const last = lastTurn(state)
  return last?.turn === number ? last : state.turns.findLast(({ turn }) => turn === number)
}

/** The state with one more turn. */
export const withTurn = (state: SessionState, turn: TurnState): SessionState => {
  if (state.long === null && state.turns.length < LONG) return { ...state, turns: [...state.turns, turn] }
  const long = LongLists.of(state)
  return withTurns(state, long, long.turns?.with(turn) ?? TurnList.from([turn]))
}

/** The state with `next` in place of the turn `known`. Nearly always that is the last one. */
export const withTurnChanged = (state: SessionState, known: TurnState, next: TurnState): SessionState => {
  const { long } = state
  if (long !== null && long.turns?.last === known) return withTurns(state, long, long.turns.withLast(next))
  const turns = state.turns.with(state.turns.lastIndexOf(known), next)
  return long === null ? { ...state, turns } : withTurns(state, long, TurnList.from(turns))
}
