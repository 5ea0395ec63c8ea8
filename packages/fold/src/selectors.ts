/** Views of a state that consumers ask for. Each gives the same value again as long as the timeline is the same. */
import { runs } from "./events/turns.ts"
import { type MessageEntry, type TimelineEntry, type ToolCallEntry, toolCallKey } from "./state/entries.ts"
import type { SessionState } from "./state/session-state.ts"
import { revivedTimeline, type Timeline } from "./state/timeline.ts"
import { isOpen } from "./updates/tool-call-fields.ts"

/** Remembers the last answer for each timeline, for as long as somebody holds that timeline. */
const perTimeline = <Answer>(answer: (timeline: Timeline, state: SessionState) => Answer) => {
  const known = new WeakMap<object, Answer>()
  return (state: SessionState): Answer => {
    const before = known.get(state.timeline)
    if (before !== undefined) return before
    const now = answer(revivedTimeline(state.timeline), state)
    known.set(state.timeline, now)
    return now
  }
}

const isMessage = (entry: TimelineEntry): entry is MessageEntry => entry.type === "message"
const isToolCall = (entry: TimelineEntry): entry is ToolCallEntry => entry.type === "toolCall"

/** The messages of all roles, in order. */
export const messages: (state: SessionState) => ReadonlyArray<MessageEntry> = perTimeline((timeline) =>
  timeline.toJSON().filter(isMessage)
)

/** The tool calls, in order. */
export const toolCalls: (state: SessionState) => ReadonlyArray<ToolCallEntry> = perTimeline((timeline) =>
  timeline.toJSON().filter(isToolCall)
)

/** The tool calls that run as far as anyone knows: no final status, and their turn is not over. */
export const openToolCalls: (state: SessionState) => ReadonlyArray<ToolCallEntry> = perTimeline((_, state) =>
  toolCalls(state).filter(isOpen)
)

/** The tool call with this id. */
export const toolCall = (state: SessionState, toolCallId: string): ToolCallEntry | undefined => {
  const entry = revivedTimeline(state.timeline).get(toolCallKey(toolCallId))
  return entry?.type === "toolCall" ? entry : undefined
}

/** Whether a turn runs: a prompt was sent, and its end is not known. */
export const isRunning = (state: SessionState): boolean => {
  const last = state.turns.at(-1)
  return last !== undefined && runs(last)
}

/** The texts of messages of several blocks; that of one block needs no memory. */
const joinedTexts = new WeakMap<object, string>()

const joinedText = (content: MessageEntry["content"]): string => {
  let text = ""
  for (const block of content) if (block.type === "text") text += block.text
  return text
}

/** The text of a message: its text blocks one after the other, other blocks left out. */
export const messageText = (message: Pick<MessageEntry, "content">): string => {
  const { content } = message
  if (content.length < 2) return joinedText(content)
  const known = joinedTexts.get(message)
  if (known !== undefined) return known
  const text = joinedText(content)
  joinedTexts.set(message, text)
  return text
}

/** The agent's message that was opened last; thoughts do not count. */
export const lastAgentMessage = (state: SessionState): MessageEntry | undefined => {
  const timeline = revivedTimeline(state.timeline)
  for (let place = timeline.length - 1; place >= 0; place -= 1) {
    const entry = timeline.at(place)
    if (entry?.type === "message" && entry.role === "agent") return entry
  }
  return undefined
}

/**
 * What the agent said in a turn, its messages one after the other as sent; text that came after the turn's end counts for
 * it. Without a number it is the last turn's, or, if there was none, that of all that came outside of turns. Of two turns
 * with one number (a session resumed on a new connection counts from 1 again) the later is meant.
 */
export const replyText = (state: SessionState, turn?: number): string => {
  const index = turn === undefined ? state.turns.length - 1 : state.turns.findLastIndex((known) => known.turn === turn)
  if (turn !== undefined && index < 0) return ""
  const timeline = revivedTimeline(state.timeline)
  const number = state.turns[index]?.turn ?? null
  const end = state.turns[index + 1]?.at ?? timeline.length
  let text = ""
  for (let place = state.turns[index]?.at ?? 0; place < end; place += 1) {
    const entry = timeline.at(place)
    if (entry?.type === "message" && entry.role === "agent" && entry.turn === number) text += messageText(entry)
  }
  return text
}
