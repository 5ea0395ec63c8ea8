/** Remembers which turn a message id or tool call id belongs to, so that what comes late is told apart. */
import type { SessionUpdate } from "../schema/session-update.ts"
import { forgetOldest } from "./forget-oldest.ts"

/** Ids remembered per session. */
const MOST_IDS = 50_000

/** What an update is about, when it is about something that lives on: a message with an id, or a tool call. */
const subjectOf = (update: SessionUpdate): string | undefined => {
  switch (update.sessionUpdate) {
    case "user_message_chunk":
    case "agent_message_chunk":
    case "agent_thought_chunk":
      return typeof update.messageId === "string" ? `${update.sessionUpdate}:${update.messageId}` : undefined
    case "tool_call":
    case "tool_call_update":
      return `tool:${update.toolCallId}`
    default:
      return undefined
  }
}

/** Whether an update after a turn's end still belongs to it: chunks and tool updates do, the rest is side information. */
export const belongsToTurn = ({ sessionUpdate }: SessionUpdate): boolean =>
  sessionUpdate === "agent_message_chunk" ||
  sessionUpdate === "agent_thought_chunk" ||
  sessionUpdate === "user_message_chunk" ||
  sessionUpdate === "tool_call" ||
  sessionUpdate === "tool_call_update"

/** The turns that ids belong to. */
export class Owners {
  readonly #turns = new Map<string, number>()

  /** The turn an update belongs to: that of its id when the id was seen before, else `turn`, which then owns the id. */
  claim(update: SessionUpdate, turn: number): number {
    const subject = subjectOf(update)
    if (subject === undefined) return turn
    const owner = this.#turns.get(subject)
    if (owner !== undefined) return owner
    this.#turns.set(subject, turn)
    forgetOldest(this.#turns, MOST_IDS)
    return turn
  }

  clear(): void {
    this.#turns.clear()
  }
}
