/** The events of a turn as what MCP has for a call of a tool: progress while it runs, a result at its end. */
import type { SessionEvent } from "@rxacp/core"

/** The result of a call (MCP: Tools). */
export interface TurnResult {
  readonly content: ReadonlyArray<{ readonly type: "text"; readonly text: string }>
  readonly isError?: true
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** A call that failed, with a text that the caller's model reads. */
export const failed = (text: string): TurnResult => ({ content: [{ type: "text", text }], isError: true })

/** What to say of an event while the turn runs; undefined when there is nothing to say. */
export const progressOf = (event: SessionEvent): string | undefined => {
  if (event._tag === "PermissionRequested") return `asks: ${event.request.toolCall.title ?? "permission"}`
  if (event._tag !== "Update") return undefined
  const { update } = event
  if (update.sessionUpdate === "tool_call") return update.title
  if (update.sessionUpdate !== "tool_call_update" || !update.status) return undefined
  return `${update.title ?? update.toolCallId}: ${update.status}`
}

/** The reply so far with what an event adds to it. */
export const replyAfter = (reply: string, event: SessionEvent): string =>
  event._tag === "Update" &&
  event.update.sessionUpdate === "agent_message_chunk" &&
  event.update.content.type === "text"
    ? reply + event.update.content.text
    : reply

/** The result of the turn that ends with an event. */
export const resultOf = (reply: string, event: SessionEvent | undefined): TurnResult => {
  if (event?._tag === "TurnFailed") return failed(event.failure.message)
  if (event?._tag !== "TurnEnded") return failed("the turn did not end")
  const { sessionId, stopReason, usage, omitted } = event
  const _meta = { sessionId, stopReason, ...(usage !== undefined && { usage }), ...(omitted && { omitted }) }
  const content = [{ type: "text" as const, text: reply }]
  return stopReason === "end_turn" ? { content, _meta } : { content, isError: true, _meta }
}
