/** Reads chunks with the AI SDK's own reader, and says what its messages show. */
import type { UiMessageChunk } from "@rxacp/ai-sdk"
import { messageText, type SessionState, type TimelineEntry } from "@rxacp/fold"
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai"

/** The messages that the reader makes of the chunks, the last state of each; an error of the reader rejects. */
export const readChunks = async (
  chunks: ReadonlyArray<UiMessageChunk>,
  message?: UIMessage
): Promise<ReadonlyArray<UIMessage>> => {
  const errors: Array<unknown> = []
  const failed = chunks.filter(({ type }) => type === "error").length
  const stream = new ReadableStream<UIMessageChunk>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk as UIMessageChunk)
      controller.close()
    }
  })
  const known = new Map<string, UIMessage>()
  const reader = readUIMessageStream({
    stream,
    ...(message && { message: structuredClone(message) }),
    onError: (error) => errors.push(error)
  })
  for await (const state of reader) known.set(state.id, state)
  // The stream's own `error` chunks come the same way as errors of the reader.
  if (errors.length !== failed) throw new Error(`the reader failed: ${errors.map(String).join("; ")}`)
  return [...known.values()]
}

/** What a message shows, in the order of its parts: texts, thoughts, and tools with how they ended. */
export const shownIn = ({ parts }: Pick<UIMessage, "parts">): ReadonlyArray<object> =>
  parts.flatMap((part): ReadonlyArray<object> => {
    if (part.type === "text" || part.type === "reasoning") return [{ [part.type]: part.text }]
    if (part.type !== "dynamic-tool") return []
    const { toolCallId, toolName, title, state, toolMetadata } = part
    const denied = state === "output-denied"
    return [{ toolCallId, toolName, title, status: denied ? "rejected" : toolMetadata?.status }]
  })

/** The data of a part of a message. */
export const dataIn = ({ parts }: Pick<UIMessage, "parts">, name: string): unknown =>
  parts.flatMap((part) => (part.type === `data-acp-${name}` && "data" in part ? [part.data] : []))[0]

const shown = (entry: TimelineEntry): ReadonlyArray<object> => {
  switch (entry.type) {
    case "message":
      if (entry.role === "user") return []
      return [{ [entry.role === "agent" ? "text" : "reasoning"]: messageText(entry) }]
    case "toolCall": {
      const { toolCallId, name, kind, title, status, mark } = entry
      return [{ toolCallId, toolName: name ?? kind, title: title ?? undefined, status: mark ?? status }]
    }
    default:
      return []
  }
}

/** What our fold shows of a turn, in the same form. */
export const shownByFold = (state: SessionState, turn: number | null): ReadonlyArray<object> =>
  [...state.timeline].filter((entry) => entry.turn === turn).flatMap(shown)
