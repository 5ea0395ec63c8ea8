/** The fold of tool calls: announced, patched, met in a permission request, or left open when a turn ends. */
import { noted } from "../state/anomalies.ts"
import { withTimeline } from "../state/change-state.ts"
import { type ToolCallEntry, toolCallKey } from "../state/entries.ts"
import type { SessionState } from "../state/session-state.ts"
import type { TurnState } from "../state/turn-state.ts"
import type { UpdateOf, UpdateReducer } from "./reducer.ts"
import { foldTerminals } from "./terminal-meta.ts"
import { created, isOpen, isPatch, patched, progress, type ToolCallPatch } from "./tool-call-fields.ts"

interface Known {
  readonly place: number
  readonly call: ToolCallEntry
}

/** The call with this id. Most patches are of the entry that was opened last, so that is looked at first. */
const find = ({ timeline }: SessionState, toolCallId: string): Known | undefined => {
  const last = timeline.at(-1)
  if (last?.type === "toolCall" && last.toolCallId === toolCallId) return { place: timeline.length - 1, call: last }
  const place = timeline.indexOf(toolCallKey(toolCallId))
  const call = place < 0 ? undefined : timeline.at(place)
  return call?.type === "toolCall" ? { place, call } : undefined
}

const appended = (state: SessionState, call: ToolCallEntry): SessionState =>
  withTimeline(state, state.timeline.append(call))

const changed = (state: SessionState, { place, call }: Known, next: ToolCallEntry): SessionState => {
  const openFrom = isOpen(next) ? Math.min(place, state.openFrom) : state.openFrom
  const after = withTimeline(state, state.timeline.set(place, next), openFrom)
  return progress[next.status] < progress[call.status]
    ? noted(after, { kind: "statusWentBack", toolCallId: call.toolCallId, from: call.status, to: next.status })
    : after
}

const confirmed = ({ provisional: _, ...call }: ToolCallEntry): ToolCallEntry => call

/** `tool_call`: opens an entry, fills a provisional one, or patches one that was announced before. */
const announce: UpdateReducer<UpdateOf<"tool_call">> = (state, update, { turn }) => {
  const known = find(state, update.toolCallId)
  if (known === undefined) return appended(state, created(update, turn))
  const next = patched(known.call, update)
  if (known.call.provisional) return changed(state, known, confirmed(next))
  if (next === known.call) return state
  return noted(changed(state, known, next), { kind: "repeatedToolCall", toolCallId: next.toolCallId })
}

/** `tool_call_update`: patches a call in order of arrival, also a finished one; makes a provisional one if unknown. */
const patch: UpdateReducer<UpdateOf<"tool_call_update">> = (state, update, { turn }) => {
  const known = find(state, update.toolCallId)
  if (known === undefined) {
    const next = appended(state, { ...created(update, turn), provisional: true })
    return noted(next, { kind: "unknownToolCall", toolCallId: update.toolCallId })
  }
  const next = patched(known.call, update)
  return next === known.call ? state : changed(state, known, next)
}

/** Folds a call, and the terminals in its `_meta`. */
const withTerminals =
  <Update extends ToolCallPatch>(reduce: UpdateReducer<Update>): UpdateReducer<Update> =>
  (state, update, context) =>
    isPatch(update) ? foldTerminals(reduce(state, update, context), update.toolCallId, update._meta) : state

export const announceToolCall = withTerminals(announce)

export const patchToolCall = withTerminals(patch)

/**
 * The tool call of a permission request: an entry if it was not mentioned before. A known call stays as it is, since agents
 * put the text of their question, or an empty input, into these fields.
 */
export const meetToolCall = (state: SessionState, call: ToolCallPatch, turn: TurnState | undefined): SessionState =>
  isPatch(call) && find(state, call.toolCallId) === undefined
    ? appended(state, { ...created(call, turn), provisional: true })
    : state

/** The call as it stands once permission for it was given. */
const permitted = ({ refused: _, mark, ...call }: ToolCallEntry): ToolCallEntry =>
  mark === undefined || mark === "rejected" ? call : { ...call, mark }

/**
 * The answer to a permission request about a call. A call that the agent never announced gets no end from it either, so it
 * is marked when it was refused; an announced one is marked at the end of the turn, if it has no status by then.
 */
export const answeredToolCall = (state: SessionState, asked: ToolCallPatch, refused: boolean): SessionState => {
  const known = isPatch(asked) ? find(state, asked.toolCallId) : undefined
  if (known === undefined) return state
  const { call } = known
  if (!refused) return call.refused || call.mark === "rejected" ? changed(state, known, permitted(call)) : state
  if (call.refused || !isOpen(call)) return state
  return changed(state, known, call.provisional ? { ...call, mark: "rejected" } : { ...call, refused })
}

/** Marks every call that is open, because its turn is over or called off. */
export const settleToolCalls = (state: SessionState, mark: "unfinished" | "cancelled"): SessionState => {
  let { timeline } = state
  for (let place = state.openFrom; place < timeline.length; place += 1) {
    const entry = timeline.at(place)
    if (entry?.type !== "toolCall" || !isOpen(entry)) continue
    timeline = timeline.set(place, { ...entry, mark: mark === "unfinished" && entry.refused ? "rejected" : mark })
  }
  return state.openFrom === timeline.length ? state : withTimeline(state, timeline, timeline.length)
}
