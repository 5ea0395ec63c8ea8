/** One tool call: a call with its arguments and its result, and an activity that shows all that ACP knows of it. */
import type { ToolCallUpdate } from "@rxacp/core"
import type { AgUiEvent } from "./event.ts"

/** What an update, a request for permission or a folded entry says of a tool call. */
export type ToolPatch = Omit<ToolCallUpdate, "_meta">

/** The fields of the activity. */
const fields = ["title", "name", "kind", "status", "content", "locations", "rawInput", "rawOutput"] as const

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const textOf = (content: unknown): string =>
  (Array.isArray(content) ? content : [])
    .flatMap((item) => (isObject(item) && isObject(item.content) && "text" in item.content ? [item.content.text] : []))
    .join("\n")

/** A tool call of one session. */
export class ToolRun {
  readonly #id: string
  readonly #known: Record<string, unknown> = { kind: "other", status: "pending" }
  #refused = false
  #stage: "new" | "started" | "called" | "answered" = "new"

  constructor(toolCallId: string) {
    this.#id = toolCallId
    this.#known.toolCallId = toolCallId
  }

  /** Applies a patch: missing and null leave a field alone (protocol: Tool calls). */
  patch(patch: ToolPatch, out: Array<AgUiEvent>): void {
    const changed: Array<string> = []
    for (const field of fields) {
      const value = patch[field]
      if (value === undefined || value === null || value === this.#known[field]) continue
      this.#known[field] = value
      changed.push(field)
    }
    if (this.#isFinal && this.#known.mark !== undefined) {
      this.#known.mark = null
      changed.push("mark")
    }
    this.#show(changed, out)
  }

  /** The answer to a request for permission. A refused call that never ends was refused, not left unfinished. */
  answer(isAllowed: boolean): void {
    this.#refused = !isAllowed
  }

  /** The word for a call that the agent left open. */
  end(mark: string, out: Array<AgUiEvent>): void {
    if (this.#isFinal || (this.#known.mark ?? null) !== null) return
    this.#known.mark = mark === "unfinished" && this.#refused ? "rejected" : mark
    this.#show(["mark"], out)
  }

  /** Closes what a run may not leave open. */
  close(out: Array<AgUiEvent>): void {
    if (this.#stage === "started") this.#call(out)
  }

  /** Starts a call again whose arguments are still to come. */
  reopen(out: Array<AgUiEvent>): void {
    if (this.#stage === "started") out.push(this.#started())
  }

  #started(): AgUiEvent {
    const toolCallName = String(this.#known.name ?? this.#known.kind)
    return { type: "TOOL_CALL_START", toolCallId: this.#id, toolCallName }
  }

  get #isFinal(): boolean {
    return this.#known.status === "completed" || this.#known.status === "failed"
  }

  #show(changed: ReadonlyArray<string>, out: Array<AgUiEvent>): void {
    const activity = { messageId: `activity:${this.#id}`, activityType: "acp.tool_call" }
    if (this.#stage === "new") {
      this.#stage = "started"
      out.push(this.#started())
      out.push({ type: "ACTIVITY_SNAPSHOT", ...activity, content: { ...this.#known } })
    } else if (changed.length > 0) {
      const patch = changed.map((field) => ({ op: "add", path: `/${field}`, value: this.#known[field] }) as const)
      out.push({ type: "ACTIVITY_DELTA", ...activity, patch })
    }
    const isOver = this.#isFinal || (this.#known.mark ?? null) !== null
    if (this.#stage === "started" && (isOver || this.#known.rawInput !== undefined)) this.#call(out)
    if (this.#stage !== "called" || !isOver) return
    this.#stage = "answered"
    const { rawOutput, mark, status } = this.#known
    const said = textOf(this.#known.content) || (rawOutput === undefined ? "" : JSON.stringify(rawOutput))
    const content = said || String(mark ?? status)
    const messageId = `result:${this.#id}`
    out.push({ type: "TOOL_CALL_RESULT", messageId, toolCallId: this.#id, content, role: "tool" })
  }

  #call(out: Array<AgUiEvent>): void {
    this.#stage = "called"
    out.push({ type: "TOOL_CALL_ARGS", toolCallId: this.#id, delta: JSON.stringify(this.#known.rawInput ?? {}) })
    out.push({ type: "TOOL_CALL_END", toolCallId: this.#id })
  }
}
