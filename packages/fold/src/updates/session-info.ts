/** The fold of what describes the session as a whole: its title, when it changed, and what it used. */
import { isRecord } from "../state/json.ts"
import { replaced, type UpdateOf, type UpdateReducer } from "./reducer.ts"

const isNumber = (value: unknown): value is number => typeof value === "number"

/** Missing, or no text at all: as it was. null clears. */
const threeState = (was: string | null, given: unknown): string | null =>
  typeof given === "string" || given === null ? given : was

export const updateSessionInfo: UpdateReducer<UpdateOf<"session_info_update">> = (state, { title, updatedAt }) =>
  replaced(
    replaced(state, "title", threeState(state.title, title)),
    "updatedAt",
    threeState(state.updatedAt, updatedAt)
  )

/** `usage_update`: tokens are replaced; a missing or null cost keeps the last, which is for the whole session. */
export const updateUsage: UpdateReducer<UpdateOf<"usage_update">> = (state, { used, size, cost }) => {
  if (!isNumber(used) || !isNumber(size)) return state
  const known = isRecord(cost) && isNumber(cost.amount) ? cost : state.usage?.cost
  return replaced(state, "usage", known ? { used, size, cost: known } : { used, size })
}
