/** Whether a session works, waits for the user, or is idle. */
import { runs } from "./events/turns.ts"
import type { SessionState } from "./state/session-state.ts"
import { type Activity, type Subagent, subagents } from "./subagents.ts"

/** Every subagent of a tree. */
const flat = (tree: ReadonlyArray<Subagent>): ReadonlyArray<Subagent> => {
  const all = [...tree]
  // What is pushed is walked as well.
  for (const { children } of all) for (const child of children) all.push(child)
  return all
}

/**
 * What a session does now: `waiting` while a permission request is open or a subagent needs the user, `working` while a
 * turn runs or a subagent works, also after the end of the prompt that started it, else `idle`.
 */
export const activity = (state: SessionState): Activity => {
  const tree = flat(subagents(state))
  if (state.pendingPermissions.length > 0 || tree.some((each) => each.activity === "waiting")) return "waiting"
  const last = state.turns.at(-1)
  const isInTurn = last !== undefined && runs(last)
  return isInTurn || tree.some((each) => each.activity === "working") ? "working" : "idle"
}
