/** Follows one tool call. */
import { distinctUntilChanged, filter, type Observable, scan } from "rxjs"
import type { ToolCallUpdate } from "../schema/index.ts"
import { patchToolCall } from "../session/patch-tool-call.ts"
import type { StreamEvent } from "./stream-event.ts"

const follow =
  (id: string) =>
  (call: ToolCallUpdate | undefined, event: StreamEvent): ToolCallUpdate | undefined => {
    switch (event._tag) {
      case "Update": {
        const { update } = event
        const isReport = update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update"
        return isReport && update.toolCallId === id ? patchToolCall(call, update) : call
      }
      case "PermissionRequested": {
        // A request makes an unknown call known; it does not patch a known one.
        const { toolCall } = event.request
        return call === undefined && toolCall.toolCallId === id ? patchToolCall(undefined, toolCall) : call
      }
      case "LoadStarted":
        return undefined
      default:
        return call
    }
  }

/**
 * Emits the tool call `id` as patched so far, once for each report that says something of it. Fields that the agent has
 * not said are absent: no kind means `other`, no status `pending`. Loading a session starts over. Ids are unique within a
 * session, so narrow a stream of several with `ofSession` first.
 */
export const toolCallById =
  (id: string) =>
  (source: Observable<StreamEvent>): Observable<ToolCallUpdate> =>
    source.pipe(
      scan(follow(id), undefined as ToolCallUpdate | undefined),
      distinctUntilChanged(),
      filter((call) => call !== undefined)
    )
