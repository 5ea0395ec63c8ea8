/** The fold of any update: one reducer for each variant of the protocol. */
import type { SessionUpdate } from "@rxacp/core"
import { recordsOf } from "../state/json.ts"
import type { SessionState } from "../state/session-state.ts"
import { addSummaryChunk, updateCompaction } from "./compactions.ts"
import { addChunk } from "./messages.ts"
import { parentIn } from "./meta.ts"
import { configured, updateMode } from "./modes.ts"
import { removePlan, updatePlan } from "./plans.ts"
import { replaced, type UpdateContext, type UpdateReducer } from "./reducer.ts"
import { updateSessionInfo, updateUsage } from "./session-info.ts"
import { updateSubagent } from "./subagents.ts"
import { announceToolCall, patchToolCall } from "./tool-calls.ts"
import type { UnstableUpdate } from "./unstable-update.ts"

type Known = SessionUpdate | UnstableUpdate
type UpdateReducers = {
  readonly [Tag in Known["sessionUpdate"]]: UpdateReducer<Extract<Known, { readonly sessionUpdate: Tag }>>
}

/** What a subagent has of its own, and is reported in its parent's session, is not the session's. */
const ofSession =
  <Update extends { readonly _meta?: unknown }>(reduce: UpdateReducer<Update>): UpdateReducer<Update> =>
  (state, update, context) =>
    parentIn(update._meta) === undefined ? reduce(state, update, context) : state

/** A variant that is missing here does not compile. */
const reducers = {
  user_message_chunk: addChunk("user"),
  agent_message_chunk: addChunk("agent"),
  agent_thought_chunk: addChunk("thought"),
  tool_call: announceToolCall,
  tool_call_update: patchToolCall,
  plan: ofSession((state, { entries }) => replaced(state, "plan", recordsOf(entries) ?? state.plan)),
  available_commands_update: (state, { availableCommands }) =>
    replaced(state, "availableCommands", recordsOf(availableCommands) ?? state.availableCommands),
  current_mode_update: updateMode,
  config_option_update: ofSession((state, { configOptions }) => configured(state, { configOptions })),
  session_info_update: updateSessionInfo,
  usage_update: ofSession(updateUsage),
  notice: (state) => state,
  compaction_update: updateCompaction,
  compaction_summary_chunk: addSummaryChunk,
  subagent_update: updateSubagent,
  session_message: (state) => state,
  session_message_chunk: (state) => state,
  plan_update: updatePlan,
  plan_removed: removePlan
} satisfies UpdateReducers

/** Folds one update; a tag that is not in the protocol changes nothing. */
export const foldUpdate = (state: SessionState, update: Known, context: UpdateContext): SessionState => {
  if (!Object.hasOwn(reducers, update.sessionUpdate)) return state
  // The table pairs each tag with the reducer of its variant, which the compiler can't follow through an index.
  const reduce = reducers[update.sessionUpdate] as UpdateReducer<Known>
  return reduce(state, update, context)
}
