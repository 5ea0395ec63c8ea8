/** The fold of message chunks. */
import { withTimeline } from "../state/change-state.ts"
import { type MessageRole, messageKey, placeKey } from "../state/entries.ts"
import { isRecord, isText } from "../state/json.ts"
import type { Timeline } from "../state/timeline.ts"
import type { TurnState } from "../state/turn-state.ts"
import { isBlock, isEmptyText } from "./content.ts"
import { messageOf, messageWith } from "./message-content.ts"
import { mergedMeta, parentIn } from "./meta.ts"
import type { UpdateOf, UpdateReducer } from "./reducer.ts"

type Chunk = UpdateOf<"user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk">

/**
 * The place of the message that a chunk belongs to, or -1. With an id that is the message of this role, id and parent,
 * wherever it stands. Without one it is the last entry, if that is a message of the same role and parent, without an id,
 * in the same turn.
 */
const placeOf = (
  timeline: Timeline,
  role: MessageRole,
  messageId: string | null,
  parent: string | undefined,
  turn: TurnState | undefined
): number => {
  const place = timeline.length - 1
  const last = timeline.at(-1)
  const isLike =
    last?.type === "message" && last.role === role && last.messageId === messageId && last.parent === parent
  if (messageId !== null) return isLike ? place : timeline.indexOf(messageKey(role, messageId, parent))
  return isLike && last.turn === (turn?.turn ?? null) && place >= (turn?.at ?? 0) ? place : -1
}

/**
 * Adds a chunk to its message, or opens one (protocol: Message chunks). Messages are distinguished by role and id, since
 * agents give one id to a thought and to the answer that follows it, and by the subagent that they come from; an id that
 * is not a string is not an id.
 */
export const addChunk =
  (role: MessageRole): UpdateReducer<Chunk> =>
  (state, chunk, { turn }) => {
    if (!isBlock(chunk.content) || isEmptyText(chunk.content)) return state
    const messageId = isText(chunk.messageId) ? chunk.messageId : null
    const meta = isRecord(chunk._meta) ? chunk._meta : undefined
    const parent = meta && parentIn(meta)
    const { timeline } = state
    const place = placeOf(timeline, role, messageId, parent, turn)
    const known = place < 0 ? undefined : timeline.at(place)
    if (known?.type === "message") {
      return withTimeline(state, timeline.set(place, messageWith(known, chunk.content, mergedMeta(known._meta, meta))))
    }
    const key = messageId === null ? placeKey(role, timeline.length) : messageKey(role, messageId, parent)
    const entry = messageOf({ role, messageId, turn: turn?.turn ?? null, key, parent }, [chunk.content], meta)
    return withTimeline(state, timeline.append(entry))
  }
