/** The fold of the session's mode. */
import { noted } from "../state/anomalies.ts"
import type { Anomaly } from "../state/anomaly.ts"
import { changed } from "../state/change-state.ts"
import { isRecord, recordsOf } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import { isModes, type SessionOptions, type SessionState } from "../state/session-state.ts"
import { replaced, type UpdateOf, type UpdateReducer } from "./reducer.ts"

/** The state in this mode. A mode outside of the known ones is set all the same, and noted. */
export const inMode = (state: SessionState, modeId: string): SessionState => {
  if (modeId === state.currentModeId) return state
  const { modes } = state
  const next = changed(state, { currentModeId: modeId, modes: modes && { ...modes, currentModeId: modeId } })
  const isKnown = modes?.availableModes.some((mode) => isRecord(mode) && mode.id === modeId) ?? true
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
  const isAlias = update.currentModeId === undefined || issues?.some?.((issue) => issue?.kind === "alias")
  const note: Anomaly = { kind: "modeIdAlias", modeId }
  return isAlias && next !== state ? noted(next, note) : next
}

/** The state with what the answer to opening or loading a session says of modes and options; null says nothing. */
export const configured = (state: SessionState, { modes, configOptions }: SessionOptions): SessionState => {
  const options = recordsOf(configOptions)
  const next = options === undefined ? state : replaced(state, "configOptions", options)
  if (!isModes(modes) || sameJson(state.modes, modes)) return next
  return changed(next, { modes, currentModeId: modes.currentModeId })
}
