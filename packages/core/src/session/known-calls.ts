/** The tool calls of a session that are not finished, as patched so far: what a person is shown when asked. */
import type { SessionUpdate, ToolCallUpdate } from "../schema/index.ts"
import { forgetOldest } from "./forget-oldest.ts"
import { patchToolCall } from "./patch-tool-call.ts"

/** Calls kept per session. */
const MOST_CALLS = 1_000

/** Open tool calls by id. */
export class KnownCalls {
  readonly #calls = new Map<string, ToolCallUpdate>()

  get(toolCallId: string): ToolCallUpdate | undefined {
    return this.#calls.get(toolCallId)
  }

  /** Takes a `tool_call` or `tool_call_update`; a call that is completed or failed is forgotten. */
  apply(update: Extract<SessionUpdate, { readonly sessionUpdate: "tool_call" | "tool_call_update" }>): void {
    const { toolCallId } = update
    const call = patchToolCall(this.#calls.get(toolCallId), update)
    if (call.status === "completed" || call.status === "failed") this.#calls.delete(toolCallId)
    else this.#calls.set(toolCallId, call)
    forgetOldest(this.#calls, MOST_CALLS)
  }

  clear(): void {
    this.#calls.clear()
  }
}
