/** The fold of the session's mode. */
import { type Anomaly, noted } from "../state/anomalies.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionOptions, SessionState } from "../state/session-state.ts"
import { replaced, type UpdateOf, type UpdateReducer } from "./reducer.ts"

/** The state in this mode. A mode outside of the known ones is set all the same, and noted. */
export const inMode = (state: SessionState, modeId: string): SessionState => {
  if (modeId === state.currentModeId) return state
  const { modes } = state
  const next = { ...state, currentModeId: modeId, modes: modes && { ...modes, currentModeId: modeId } }
  const isKnown = modes?.availableModes.some(({ id }) => id === modeId) ?? true
  return isKnown ? next : noted(next, { kind: "unknownMode", modeId })
}

/** `current_mode_update`. The protocol's own page once showed the field as `modeId`, so that is read and noted. */
export const updateMode: UpdateReducer<UpdateOf<"current_mode_update"> & { readonly modeId?: unknown }> = (
  state,
  update,
  { issues }
) => {
  const modeId: unknown = update.currentModeId ?? update.modeId
  if (typeof modeId !== "string") return state
  const next = inMode(state, modeId)
  const isAlias = update.currentModeId === undefined || issues?.some(({ kind }) => kind === "alias")
  const note: Anomaly = { kind: "modeIdAlias", modeId }
  return isAlias && next !== state ? noted(next, note) : next
}

/** The state with what the answer to opening or loading a session says of modes and options; null says nothing. */
export const configured = (state: SessionState, { modes, configOptions }: SessionOptions): SessionState => {
  const next = configOptions ? replaced(state, "configOptions", configOptions) : state
  return modes && !sameJson(state.modes, modes) ? { ...next, modes, currentModeId: modes.currentModeId } : next
}
