/** The messages that events add up to, as AG-UI's client makes them. */
import type { AgUiEvent, AgUiMessage } from "./event.ts"

type Draft = Record<string, unknown> & { id: string; role: AgUiMessage["role"] }

/** Reads the events of a whole conversation. A tool call without arguments yet is left out. */
export const messagesOf = (events: ReadonlyArray<AgUiEvent>): ReadonlyArray<AgUiMessage> => {
  const messages: Array<Draft> = []
  const known = new Map<string, Draft>()
  const names = new Map<string, string>()
  const messageOf = (fresh: Draft): Draft => {
    const before = known.get(fresh.id)
    if (before !== undefined) return before
    known.set(fresh.id, fresh)
    messages.push(fresh)
    return fresh
  }
  for (const event of events) {
    switch (event.type) {
      case "TEXT_MESSAGE_START":
      case "REASONING_MESSAGE_START":
        messageOf({ id: event.messageId, role: event.role, content: "" })
        break
      case "TEXT_MESSAGE_CONTENT":
      case "REASONING_MESSAGE_CONTENT": {
        const message = known.get(event.messageId)
        if (message !== undefined) message.content += event.delta
        break
      }
      case "TOOL_CALL_START":
        names.set(event.toolCallId, event.toolCallName)
        break
      case "TOOL_CALL_ARGS": {
        const called = { name: names.get(event.toolCallId), arguments: event.delta }
        const toolCalls = [{ id: event.toolCallId, type: "function", function: called }]
        messageOf({ id: event.toolCallId, role: "assistant", toolCalls })
        break
      }
      case "TOOL_CALL_RESULT": {
        const { messageId: id, toolCallId, content } = event
        const place = messages.findIndex((message) => message.id === toolCallId)
        messages.splice(place + 1, 0, { id, role: "tool", toolCallId, content })
        break
      }
      case "ACTIVITY_SNAPSHOT": {
        const { messageId: id, activityType, content } = event
        messageOf({ id, role: "activity", activityType }).content = { ...content }
        break
      }
      case "ACTIVITY_DELTA": {
        const content = known.get(event.messageId)?.content as Record<string, unknown> | undefined
        if (content !== undefined) for (const { path, value } of event.patch) content[path.slice(1)] = value
        break
      }
      default:
        break
    }
  }
  return messages as ReadonlyArray<AgUiMessage>
}
