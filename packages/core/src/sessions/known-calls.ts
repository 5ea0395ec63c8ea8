/** The tool calls of a session that are not finished, as patched so far: what a person is shown when asked. */
import type { SessionUpdate } from "../schema/session-update.ts"
import type { ToolCallUpdate } from "../schema/tool-call.ts"

/** Calls kept per session; the oldest are forgotten first. */
const MOST_CALLS = 1_000

/** Open tool calls by id. */
export class KnownCalls {
  readonly #calls = new Map<string, ToolCallUpdate>()

  get(toolCallId: string): ToolCallUpdate | undefined {
    return this.#calls.get(toolCallId)
  }

  /** Takes a `tool_call` or `tool_call_update`: given values replace, null and missing ones leave alone. */
  apply(update: Extract<SessionUpdate, { readonly sessionUpdate: "tool_call" | "tool_call_update" }>): void {
    const { sessionUpdate: _, ...patch } = update
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null && value !== undefined))
    const { toolCallId } = update
    const call: ToolCallUpdate = { ...this.#calls.get(toolCallId), ...given, toolCallId }
    if (call.status === "completed" || call.status === "failed") {
      this.#calls.delete(toolCallId)
      return
    }
    this.#calls.set(toolCallId, call)
    if (this.#calls.size > MOST_CALLS) {
      for (const oldest of this.#calls.keys()) {
        this.#calls.delete(oldest)
        break
      }
    }
  }

  clear(): void {
    this.#calls.clear()
  }
}
