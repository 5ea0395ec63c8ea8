/** The tool calls of a session that are not finished, as patched so far: what a person is shown when asked. */
import type { ByteShare, Held } from "../internal/byte-budget.ts"
import type { SessionUpdate, ToolCallUpdate } from "../schema/index.ts"
import { patchToolCall } from "./patch-tool-call.ts"

interface Known {
  readonly call: ToolCallUpdate
  readonly bytes: number
  readonly held: Held
}

/** Open tool calls by id, within a share of what the connection keeps. */
export class KnownCalls {
  readonly #share: ByteShare
  readonly #calls = new Map<string, Known>()

  constructor(share: ByteShare) {
    this.#share = share
  }

  get(toolCallId: string): ToolCallUpdate | undefined {
    return this.#calls.get(toolCallId)?.call
  }

  /** Takes an update that came in a line which takes `bytes` bytes; a call that is completed or failed is forgotten. */
  apply(
    update: Extract<SessionUpdate, { readonly sessionUpdate: "tool_call" | "tool_call_update" }>,
    bytes: number
  ): void {
    const { toolCallId } = update
    const known = this.#calls.get(toolCallId)
    const call = patchToolCall(known?.call, update)
    this.#forget(toolCallId)
    if (call.status === "completed" || call.status === "failed") return
    // Fields that a patch replaced may count twice, so the estimate is high.
    const all = bytes + (known?.bytes ?? 0)
    let evicted = false
    const held = this.#share.hold(all, () => {
      evicted = true
      this.#calls.delete(toolCallId)
    })
    if (!evicted) this.#calls.set(toolCallId, { call, bytes: all, held })
  }

  clear(): void {
    for (const toolCallId of [...this.#calls.keys()]) this.#forget(toolCallId)
  }

  #forget(toolCallId: string): void {
    this.#calls.get(toolCallId)?.held.release()
    this.#calls.delete(toolCallId)
  }
}
