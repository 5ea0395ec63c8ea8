/** Lists that an agent can make long without end: past a bound the oldest item goes, and a note says so. */
import { noted } from "./anomalies.ts"
import { changed } from "./change-state.ts"
import type { SessionState } from "./session-state.ts"

/** How many terminals, plans and child sessions a state keeps of each. */
const MAX_ITEMS = 1_000

type Bounded = "terminals" | "plans" | "childSessions"

/** The state without the oldest items of a list that has too many. */
export const boundedAt = <Name extends Bounded>(
  state: SessionState,
  list: Name,
  idOf: (item: SessionState[Name][number]) => string
): SessionState => {
  const items: ReadonlyArray<SessionState[Name][number]> = state[list]
  const [oldest] = items
  if (items.length <= MAX_ITEMS || oldest === undefined) return state
  const shorter = changed(state, { [list]: items.slice(1) })
  return noted(shorter, { kind: "forgotten", list, id: idOf(oldest) })
}
