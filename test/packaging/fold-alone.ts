/** A user's program that has the fold and nothing else. */
import { emptySession, foldSession, lastAgentMessage, messageText, type SessionState } from "@rxacp/fold"

const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } } as const
const state: SessionState = foldSession(emptySession(), update)
const message = lastAgentMessage(state)

// @ts-expect-error: a text is a string
foldSession(state, { sessionUpdate: "agent_message_chunk", content: { type: "text", text: 5 } })
// @ts-expect-error: there is no such update
foldSession(state, { sessionUpdate: "agent_message_chunks", content: { type: "text", text: "" } })

process.stdout.write(message === undefined ? "nothing" : messageText(message))
