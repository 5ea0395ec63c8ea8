/** The fold of any update: one reducer for each variant of the protocol. */
import type { SessionUpdate } from "@rxacp/core"
import { recordsOf } from "../state/json.ts"
import type { SessionState } from "../state/session-state.ts"
import { addSummaryChunk, updateCompaction } from "./compactions.ts"
import { addChunk } from "./messages.ts"
import { configured, updateMode } from "./modes.ts"
import { replaced, type UpdateContext, type UpdateOf, type UpdateReducer } from "./reducer.ts"
import { updateSessionInfo, updateUsage } from "./session-info.ts"
import { announceToolCall, patchToolCall } from "./tool-calls.ts"

type UpdateReducers = { readonly [Tag in SessionUpdate["sessionUpdate"]]: UpdateReducer<UpdateOf<Tag>> }

/** A variant that is missing here does not compile. */
const reducers = {
  user_message_chunk: addChunk("user"),
  agent_message_chunk: addChunk("agent"),
  agent_thought_chunk: addChunk("thought"),
  tool_call: announceToolCall,
  tool_call_update: patchToolCall,
  plan: (state, { entries }) => replaced(state, "plan", recordsOf(entries) ?? state.plan),
  available_commands_update: (state, { availableCommands }) =>
    replaced(state, "availableCommands", recordsOf(availableCommands) ?? state.availableCommands),
  current_mode_update: updateMode,
  config_option_update: (state, { configOptions }) => configured(state, { configOptions }),
  session_info_update: updateSessionInfo,
  usage_update: updateUsage,
  notice: (state) => state,
  compaction_update: updateCompaction,
  compaction_summary_chunk: addSummaryChunk
} satisfies UpdateReducers

/** Folds one update; a tag that is not in the protocol changes nothing. */
export const foldUpdate = (state: SessionState, update: SessionUpdate, context: UpdateContext): SessionState => {
  if (!Object.hasOwn(reducers, update.sessionUpdate)) return state
  // The table pairs each tag with the reducer of its variant, which the compiler can't follow through an index.
  const reduce = reducers[update.sessionUpdate] as UpdateReducer<SessionUpdate>
  return reduce(state, update, context)
}
