/** The fold of message chunks. */
import type { ContentBlock } from "@rxacp/core"
import { type MessageEntry, type MessageRole, messageKey, placeKey } from "../state/entries.ts"
import { type TurnState, withTimeline } from "../state/session-state.ts"
import type { Timeline } from "../state/timeline.ts"
import { isEmptyText, withBlock } from "./content.ts"
import { withBlockIfLong } from "./long-message.ts"
import type { UpdateOf, UpdateReducer } from "./reducer.ts"

type Chunk = UpdateOf<"user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk">

/**
 * The place of the message that a chunk belongs to, or -1. With an id that is the message of this role and id, wherever
 * it stands. Without one it is the last entry, if that is a message of the same role, without an id, in the same turn.
 */
const placeOf = (
  timeline: Timeline,
  role: MessageRole,
  messageId: string | null,
  turn: TurnState | undefined
): number => {
  const place = timeline.length - 1
  const last = timeline.at(-1)
  const isLike = last?.type === "message" && last.role === role && last.messageId === messageId
  if (messageId !== null) return isLike ? place : timeline.indexOf(messageKey(role, messageId))
  return isLike && last.turn === (turn?.turn ?? null) && place >= (turn?.at ?? 0) ? place : -1
}

const messageEntry = (
  role: MessageRole,
  messageId: string | null,
  content: ReadonlyArray<ContentBlock>,
  turn: number | null,
  key: string
): MessageEntry => ({ type: "message", role, messageId, content, turn, key })

const extended = (known: MessageEntry, block: ContentBlock): MessageEntry =>
  withBlockIfLong(known, block) ??
  messageEntry(known.role, known.messageId, withBlock(known.content, block), known.turn, known.key)

/**
 * Adds a chunk to its message, or opens one (protocol: Message chunks). Messages are told apart by role and id, since
 * agents give one id to a thought and to the answer that follows it; an id that is no string is no id.
 */
export const addChunk =
  (role: MessageRole): UpdateReducer<Chunk> =>
  (state, chunk, { turn }) => {
    if (isEmptyText(chunk.content)) return state
    const messageId = typeof chunk.messageId === "string" ? chunk.messageId : null
    const { timeline } = state
    const place = placeOf(timeline, role, messageId, turn)
    const known = place < 0 ? undefined : timeline.at(place)
    if (known?.type === "message") {
      return withTimeline(state, timeline.set(place, extended(known, chunk.content)))
    }
    const key = messageId === null ? placeKey(role, timeline.length) : messageKey(role, messageId)
    const entry = messageEntry(role, messageId, [chunk.content], turn?.turn ?? null, key)
    return withTimeline(state, timeline.append(entry))
  }
