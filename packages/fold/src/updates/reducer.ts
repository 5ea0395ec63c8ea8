/** What the reducers of updates have in common: their shape, and how one field is replaced. */
import type { DecodeIssue, SessionUpdate } from "@rxacp/core"
import { changed, type Field } from "../state/change-state.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState } from "../state/session-state.ts"
import type { TurnState } from "../state/turn-state.ts"

export type UpdateOf<Tag extends SessionUpdate["sessionUpdate"]> = Extract<SessionUpdate, { sessionUpdate: Tag }>

/** Where an update stands: the turn it belongs to, if any, and what decoding it took. */
export interface UpdateContext {
  readonly turn: TurnState | undefined
  readonly issues?: ReadonlyArray<DecodeIssue> | undefined
}

/** Folds one kind of update; gives the same state back when the update says nothing new. */
export type UpdateReducer<Update> = (state: SessionState, update: Update, context: UpdateContext) => SessionState

/** The state with one field replaced whole, or the state itself when the value says the same. */
export const replaced = <Name extends Field>(
  state: SessionState,
  field: Name,
  value: SessionState[Name]
): SessionState => (sameJson(state[field], value) ? state : changed(state, { [field]: value }))
