/** Session events for tests, with as little around what matters as the types allow. */
import type { ContentBlock, SessionEvent, SessionUpdate } from "@rxacp/core"

type Stamp = Partial<Pick<SessionEvent, "sessionId" | "epoch" | "n" | "seq">>
type EventOf<Tag extends SessionEvent["_tag"]> = Extract<SessionEvent, { readonly _tag: Tag }>

const stamp = { sessionId: "s1", epoch: 1, n: 1, seq: 1 }

/** An update within a turn. */
export const updated = (update: SessionUpdate, own: Stamp & Partial<EventOf<"Update">> = {}): EventOf<"Update"> => ({
  _tag: "Update",
  ...stamp,
  phase: "turn",
  update,
  ...own
})

type ChunkKind = "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk"

/** A chunk of a message: its text, or a content block. */
export const chunk = (
  content: string | ContentBlock,
  { kind = "agent_message_chunk", messageId }: { readonly kind?: ChunkKind; readonly messageId?: string | null } = {},
  own: Parameters<typeof updated>[1] = {}
): EventOf<"Update"> =>
  updated(
    {
      sessionUpdate: kind,
      content: typeof content === "string" ? { type: "text", text: content } : content,
      ...(messageId !== undefined && { messageId })
    },
    own
  )

/** The end of a turn. */
export const turnEnded = (own: Stamp = {}): EventOf<"TurnEnded"> => ({
  _tag: "TurnEnded",
  ...stamp,
  turn: 1,
  stopReason: "end_turn",
  cancelRequested: false,
  ...own
})
