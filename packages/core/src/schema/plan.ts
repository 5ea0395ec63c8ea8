/** The agent's plan: a list that each update replaces whole (protocol: Agent Plan). */
import * as Schema from "effect/Schema"
import { lenientList } from "./codec/lenient.ts"
import { Meta } from "./scalar.ts"

/** How much an entry matters. */
export const PlanEntryPriority = Schema.Literals(["high", "medium", "low"])
/** How much an entry matters. */
export type PlanEntryPriority = typeof PlanEntryPriority.Type

/** How far an entry is. */
export const PlanEntryStatus = Schema.Literals(["pending", "in_progress", "completed"])
/** How far an entry is. */
export type PlanEntryStatus = typeof PlanEntryStatus.Type

/** One step of a plan. With an unknown priority or status it is malformed, so the plan goes on without it. */
export class PlanEntry extends Schema.Opaque<PlanEntry>()(
  Schema.Struct({ content: Schema.String, priority: PlanEntryPriority, status: PlanEntryStatus, _meta: Meta })
) {}

/** The whole plan. */
export class Plan extends Schema.Opaque<Plan>()(Schema.Struct({ entries: lenientList(PlanEntry), _meta: Meta })) {}
