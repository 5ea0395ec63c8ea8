/** The updates that carry a piece of a message. */

/** A piece of what the user, the agent, or the agent to itself says. */
export type MessageChunk = "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk"

/** Whether the tag of an update is that of a piece of a message. */
export const isMessageChunk = (tag: unknown): tag is MessageChunk =>
  tag === "agent_message_chunk" || tag === "agent_thought_chunk" || tag === "user_message_chunk"
