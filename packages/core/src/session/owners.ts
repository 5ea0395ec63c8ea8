/** Remembers which turn a message id or tool call id belongs to, so that what comes late is told apart. */

import type { SessionUpdate } from "../schema/index.ts"
import { isMessageChunk } from "../schema/message-chunk.ts"
import { forgetOldest } from "./forget-oldest.ts"

/** Ids of one kind remembered per session. */
const MOST_IDS = 20_000

/** Whether an update after a turn's end still belongs to it: chunks and tool updates do, the rest is side information. */
export const belongsToTurn = ({ sessionUpdate }: SessionUpdate): boolean =>
  isMessageChunk(sessionUpdate) || sessionUpdate === "tool_call" || sessionUpdate === "tool_call_update"

/** The turns that ids belong to. */
export class Owners {
  /** By what the ids are of, so that the same id under two roles is two messages. */
  readonly #turns = {
    user_message_chunk: new Map<string, number>(),
    agent_message_chunk: new Map<string, number>(),
    agent_thought_chunk: new Map<string, number>(),
    tool_call: new Map<string, number>()
  }

  /** The turn an update belongs to: that of its id when the id was seen before, else `turn`, which then owns the id. */
  claim(update: SessionUpdate, turn: number): number {
    switch (update.sessionUpdate) {
      case "user_message_chunk":
      case "agent_message_chunk":
      case "agent_thought_chunk":
        return typeof update.messageId === "string"
          ? ownerOf(update.messageId, this.#turns[update.sessionUpdate], turn)
          : turn
      case "tool_call":
      case "tool_call_update":
        return ownerOf(update.toolCallId, this.#turns.tool_call, turn)
      default:
        return turn
    }
  }

  clear(): void {
    for (const turns of Object.values(this.#turns)) turns.clear()
  }
}

const ownerOf = (id: string, turns: Map<string, number>, turn: number): number => {
  const owner = turns.get(id)
  if (owner !== undefined) return owner
  turns.set(id, turn)
  forgetOldest(turns, MOST_IDS)
  return turn
}
