/** The fold of several plans, each under an id (unstable: `plan_update`, `plan_removed`). */
import { boundedAt } from "../state/bounded.ts"
import { changed } from "../state/change-state.ts"
import { isObject, isText, recordsOf } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState } from "../state/session-state.ts"
import type { UpdateReducer } from "./reducer.ts"
import type { PlanContent, PlanRemoved, PlanUpdate } from "./unstable-update.ts"

const readable = (plan: PlanContent): PlanContent | undefined => {
  if (!isObject(plan) || !isText(plan.planId)) return undefined
  switch (plan.type) {
    case "items":
      return { ...plan, entries: recordsOf(plan.entries) ?? [] }
    case "file":
      return isText(plan.uri) ? plan : undefined
    case "markdown":
      return isText(plan.content) ? plan : undefined
    default:
      return undefined
  }
}

/** A plan replaces the one of its id, at its place. */
export const updatePlan: UpdateReducer<PlanUpdate> = (state, update): SessionState => {
  const plan = readable(update.plan)
  if (plan === undefined) return state
  const place = state.plans.findIndex(({ planId }) => planId === plan.planId)
  if (place < 0) return boundedAt(changed(state, { plans: [...state.plans, plan] }), "plans", ({ planId }) => planId)
  return sameJson(state.plans[place], plan) ? state : changed(state, { plans: state.plans.with(place, plan) })
}

/** The plan of this id is gone. */
export const removePlan: UpdateReducer<PlanRemoved> = (state, { planId }): SessionState => {
  const plans = state.plans.filter((plan) => plan.planId !== planId)
  return plans.length === state.plans.length ? state : changed(state, { plans })
}
