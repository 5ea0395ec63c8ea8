/** The agent's plan: a list that each update replaces whole (protocol: Agent Plan). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientList } from "./lenient.ts"
import { Meta } from "./scalar.ts"

/** How much an entry matters. */
export const PlanEntryPriority = named(
  "PlanEntryPriority",
  "How much an entry matters.",
  Schema.Literals(["high", "medium", "low"])
)
/** How much an entry matters. */
export type PlanEntryPriority = typeof PlanEntryPriority.Type

/** How far an entry is. */
export const PlanEntryStatus = named(
  "PlanEntryStatus",
  "How far an entry is.",
  Schema.Literals(["pending", "in_progress", "completed"])
)
/** How far an entry is. */
export type PlanEntryStatus = typeof PlanEntryStatus.Type

/** One step of a plan. With an unknown priority or status it is malformed, so the plan goes on without it. */
export class PlanEntry extends Schema.Opaque<PlanEntry>()(
  struct(
    "PlanEntry",
    "One step of a plan. With an unknown priority or status it is malformed, so the plan goes on without it.",
    {
      content: field("What is to be done.", Schema.String),
      priority: field("How much it matters.", PlanEntryPriority),
      status: field("How far it is.", PlanEntryStatus),
      _meta: Meta
    }
  )
) {}

/** The whole plan. */
export class Plan extends Schema.Opaque<Plan>()(
  struct("Plan", "The whole plan.", {
    entries: field("Every step; the list replaces the one before.", lenientList(PlanEntry)),
    _meta: Meta
  })
) {}
