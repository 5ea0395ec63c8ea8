/** What a trace is expected to fold to, in a form that reads like the conversation. */
import type { PlanEntry, SessionEvent } from "@rxacp/core"
import { messageText, replyText, type SessionState, type TimelineEntry, type UsageState } from "@rxacp/fold"

/** The folded state in short. */
export interface TraceView {
  /** Messages as `{ role, messageId, text, turn }`, tool calls with all their fields but `type` and `key`. */
  readonly timeline: ReadonlyArray<object>
  readonly plan: ReadonlyArray<PlanEntry> | null
  readonly usage: UsageState | null
  /** The names of the commands on offer. */
  readonly commands: ReadonlyArray<string> | null
  /** The ids of the modes on offer, and the current one. */
  readonly modes: ReadonlyArray<string> | null
  readonly currentMode: string | null
  /** The current value of every config option, by its id. */
  readonly config: Readonly<Record<string, unknown>> | null
  /** Every prompt by its text and how its turn ended. */
  readonly turns: ReadonlyArray<object>
  readonly reply: string
  readonly anomalies: ReadonlyArray<object>
}

/** What is expected of one trace: of its folded state, of the events it was folded from, of our calls. */
export interface ExpectedTrace extends TraceView {
  /** Every permission request: the tool call, the option that was answered. */
  readonly permissions: ReadonlyArray<readonly [toolCallId: string, optionId: string]>
  /** The updates that came outside of a turn, with their phase. */
  readonly outsideTurns: ReadonlyArray<readonly [phase: string, sessionUpdate: string]>
  /** Tool calls that only a permission request speaks of; no update does. */
  readonly onlyAskedFor?: ReadonlyArray<string>
  /** Our calls that failed, by method. */
  readonly failures?: Readonly<Record<string, object>>
}

const entryView = (entry: TimelineEntry): object => {
  const { type, key, ...fields } = entry
  if (entry.type !== "message") return fields
  const { role, messageId, turn } = entry
  return { role, messageId, text: messageText(entry), turn }
}

/** A state in short. */
export const viewOf = (state: SessionState): TraceView => ({
  timeline: [...state.timeline].map(entryView),
  plan: state.plan,
  usage: state.usage,
  commands: state.availableCommands?.map(({ name }) => name) ?? null,
  modes: state.modes?.availableModes.map(({ id }) => id) ?? null,
  currentMode: state.currentModeId,
  config: state.configOptions && Object.fromEntries(state.configOptions.map(currentValue)),
  turns: state.turns.map(({ prompt, turn, at, ...end }) => ({ prompt: messageText({ content: prompt }), ...end })),
  reply: replyText(state),
  anomalies: state.anomalies
})

const currentValue = (option: object): readonly [id: string, value: unknown] => [
  "id" in option ? String(option.id) : "",
  "currentValue" in option ? option.currentValue : undefined
]

/** What the bytes alone tell of a conversation. */
type BytesView = Pick<TraceView, "timeline" | "plan" | "usage" | "commands">

/** The part of a view that needs no connection. */
export const bytesView = ({ timeline, plan, usage, commands }: TraceView): BytesView => ({
  timeline,
  plan,
  usage,
  commands
})

/** What is expected of the bytes alone: no turn, and nothing that only a permission request speaks of. */
export const expectedFromBytes = ({ onlyAskedFor = [], ...expected }: ExpectedTrace): BytesView => ({
  ...bytesView(expected),
  timeline: expected.timeline
    .filter((entry) => !("toolCallId" in entry && onlyAskedFor.includes(String(entry.toolCallId))))
    .map((entry) => ({ ...entry, turn: null }))
})

/** The permission requests among events, each with the option that was answered. */
export const permissionsOf = (events: ReadonlyArray<SessionEvent>): ExpectedTrace["permissions"] =>
  events.flatMap((event) => {
    if (event._tag !== "PermissionResolved") return []
    const asked = events.find((other) => other._tag === "PermissionRequested" && other.id === event.id)
    const id = asked?._tag === "PermissionRequested" ? asked.request.toolCall.toolCallId : "nobody asked"
    return [[id, event.outcome.outcome === "selected" ? event.outcome.optionId : event.outcome.outcome] as const]
  })

/** The updates among events that came outside of a turn. */
export const outsideTurnsOf = (events: ReadonlyArray<SessionEvent>): ExpectedTrace["outsideTurns"] =>
  events.flatMap((event) =>
    event._tag === "Update" && event.phase !== "turn" ? [[event.phase, event.update.sessionUpdate] as const] : []
  )
