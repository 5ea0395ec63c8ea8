/** Remembers which turn a message id or tool call id belongs to, so that late updates are recognised. */

import type { ByteShare, Held } from "../internal/byte-budget.ts"
import type { SessionUpdate } from "../schema/index.ts"
import { isMessageChunk } from "../schema/message-chunk.ts"

/** What an id takes in memory beside its text, in bytes. */
const ENTRY_BYTES = 256

interface Owner {
  readonly turn: number
  readonly held: Held
}

type OwnersOfKind = Map<string, Owner>

/** Whether an update after a turn's end still belongs to it: chunks and tool updates do, the rest is side information. */
export const belongsToTurn = ({ sessionUpdate }: SessionUpdate): boolean =>
  isMessageChunk(sessionUpdate) || sessionUpdate === "tool_call" || sessionUpdate === "tool_call_update"

/** The turns that ids belong to; past the share of ids the oldest is forgotten, and counts as new when it comes again. */
export class Owners {
  readonly #share: ByteShare
  /** By what the ids are of, so that the same id under two roles is two messages. */
  readonly #turns = {
    user_message_chunk: new Map() as OwnersOfKind,
    agent_message_chunk: new Map() as OwnersOfKind,
    agent_thought_chunk: new Map() as OwnersOfKind,
    tool_call: new Map() as OwnersOfKind
  }

  constructor(share: ByteShare) {
    this.#share = share
  }

  /** The turn an update belongs to: that of its id when the id was seen before, else `turn`, which then owns the id. */
  claim(update: SessionUpdate, turn: number): number {
    switch (update.sessionUpdate) {
      case "user_message_chunk":
      case "agent_message_chunk":
      case "agent_thought_chunk":
        return typeof update.messageId === "string"
          ? this.#ownerOf(update.messageId, this.#turns[update.sessionUpdate], turn)
          : turn
      case "tool_call":
      case "tool_call_update":
        return this.#ownerOf(update.toolCallId, this.#turns.tool_call, turn)
      default:
        return turn
    }
  }

  clear(): void {
    for (const owners of Object.values(this.#turns)) {
      for (const { held } of owners.values()) held.release()
      owners.clear()
    }
  }

  #ownerOf(id: string, owners: OwnersOfKind, turn: number): number {
    const owner = owners.get(id)
    if (owner !== undefined) return owner.turn
    let evicted = false
    const held = this.#share.hold(ENTRY_BYTES + 2 * id.length, () => {
      evicted = true
      owners.delete(id)
    })
    if (!evicted) owners.set(id, { turn, held })
    return turn
  }
}
