import type { SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, messages, messageText } from "@rxacp/fold"
import { expect, it } from "vitest"

const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId: "m",
  content: { type: "text", text }
})

// Not among the vectors: half a surrogate pair makes a JSON file that many parsers refuse.
it("a surrogate pair that was split over two chunks is whole again", () => {
  const state = ["\ud83d", "\ude00"].map(chunk).reduce(foldSession, emptySession())
  expect(messages(state).map(messageText)).toEqual(["😀"])
})
