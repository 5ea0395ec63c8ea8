/** One tool call as a part of a message: its fields as patched so far, and the chunks that show a change of them. */
import type { PermissionRequested, RpcId, ToolCallContent, ToolCallLocation, ToolCallUpdate } from "@rxacp/core"
import { approvalIdOf, isAllowed } from "./approvals.ts"
import type { ToolMetadata, UiMessageChunk } from "./chunk.ts"

/** What an update, a request for permission or a folded entry says of a tool call. */
export type ToolPatch = Omit<ToolCallUpdate, "_meta">

/** A request for permission that waits for its answer. */
type Asked = Pick<PermissionRequested, "id" | "request" | "epoch">

/** What a reader sees of the call: nothing, its input, its output, or its end. */
type Shown = "nothing" | "start" | "input" | "preliminary" | "output" | "error"

const textOf = (content: ReadonlyArray<ToolCallContent>): string =>
  content
    .flatMap((item) => (item.type === "content" && item.content.type === "text" ? [item.content.text] : []))
    .join("\n")

const hasOutput = (stage: Shown): boolean => stage !== "start" && stage !== "input"

/** A tool call of one message. */
export class ToolPart {
  readonly #id: string
  #name: string | undefined
  #title: string | undefined
  #kind = "other"
  #status = "pending"
  #input: unknown
  #rawOutput: unknown
  #content: ReadonlyArray<ToolCallContent> = []
  #locations: ReadonlyArray<ToolCallLocation> = []
  /** The word for an unfinished call. */
  #mark: string | undefined
  #shown: Shown = "nothing"
  #asked: ReadonlyArray<Asked> = []
  /** Whether its input changed while a request for permission was shown. */
  #held = false
  #refused = false

  constructor(toolCallId: string) {
    this.#id = toolCallId
  }

  /** Applies a patch: missing and null leave a field alone (protocol: Tool calls). */
  patch(patch: ToolPatch, out: Array<UiMessageChunk>): void {
    const { title, name, kind, status, rawInput, rawOutput, content, locations } = patch
    let head = this.#shown === "nothing"
    let rest = false
    if (typeof title === "string" && title !== this.#title) {
      this.#title = title
      head = true
    }
    if (typeof name === "string" && name !== this.#name) {
      this.#name = name
      head = true
    }
    if (typeof kind === "string" && kind !== this.#kind) {
      this.#kind = kind
      head = true
    }
    if (rawInput !== undefined && rawInput !== null) {
      this.#input = rawInput
      head = true
    }
    if (typeof status === "string" && status !== this.#status) {
      this.#status = status
      if (status === "completed" || status === "failed") this.#mark = undefined
      rest = true
    }
    if (rawOutput !== undefined && rawOutput !== null) {
      this.#rawOutput = rawOutput
      rest = true
    }
    if (Array.isArray(content)) {
      this.#content = content
      rest = true
    }
    if (Array.isArray(locations)) {
      this.#locations = locations
      rest = true
    }
    if (head || rest) this.#show(head, out)
  }

  /** A request for permission. Until it is answered the part shows nothing else; a second one waits for the first. */
  ask(asked: Asked, out: Array<UiMessageChunk>): void {
    this.#asked = [...this.#asked, asked]
    if (this.#asked.length === 1) this.#showAsked(out)
  }

  /** The answer to a request for permission. */
  answer(id: RpcId, optionId: string | undefined, out: Array<UiMessageChunk>): void {
    const place = this.#asked.findIndex((asked) => asked.id === id)
    const asked = this.#asked[place]
    if (asked === undefined) return
    this.#asked = this.#asked.toSpliced(place, 1)
    if (place > 0) return
    const approved = isAllowed(asked.request, optionId)
    const approvalId = approvalIdOf(asked.epoch, id)
    out.push({ type: "tool-approval-response", approvalId, approved, reason: optionId ?? "cancelled" })
    this.#refused = !approved
    if (!approved) out.push({ type: "tool-output-denied", toolCallId: this.#id })
    if (this.#asked.length > 0) this.#showAsked(out)
    else if (hasOutput(this.#stage()) || (this.#held && approved)) this.#show(this.#held, out)
  }

  /** Permission was refused before this message was written, in a request that is no longer known. */
  refuse(out: Array<UiMessageChunk>): void {
    this.#refused = true
    const approvalId = `refused-${this.#id}`
    this.#clearOutput(out)
    out.push({ type: "tool-approval-request", approvalId, toolCallId: this.#id, approvalDescriptor: {} })
    out.push({ type: "tool-approval-response", approvalId, approved: false })
    out.push({ type: "tool-output-denied", toolCallId: this.#id })
  }

  /** Ends a call that the agent left open; a refused one is shown as refused. */
  end(mark: string, out: Array<UiMessageChunk>): void {
    const wasAsked = this.#asked.length > 0
    this.#asked = []
    if (!this.#open) return
    this.#mark = mark
    if (mark === "rejected") this.refuse(out)
    else if (wasAsked || !this.#refused) this.#show(false, out)
  }

  /** Whether the agent has not said how the call ended, and neither have we. */
  get #open(): boolean {
    return this.#mark === undefined && this.#status !== "completed" && this.#status !== "failed"
  }

  #stage(): Shown {
    if (this.#status === "completed") return "output"
    if (this.#status === "failed" || this.#mark !== undefined) return "error"
    if (this.#rawOutput !== undefined || this.#content.length > 0) return "preliminary"
    return this.#status === "pending" && this.#input === undefined ? "start" : "input"
  }

  #metadata(): ToolMetadata {
    return {
      kind: this.#kind,
      status: this.#mark ?? this.#status,
      ...(this.#locations.length > 0 && { locations: this.#locations })
    }
  }

  #showAsked(out: Array<UiMessageChunk>): void {
    const [asked] = this.#asked
    if (asked === undefined) return
    const { options, toolCall } = asked.request
    this.#clearOutput(out)
    out.push({
      type: "tool-approval-request",
      approvalId: approvalIdOf(asked.epoch, asked.id),
      toolCallId: this.#id,
      approvalDescriptor: { options, toolCall }
    })
  }

  /** A part that waits for an answer, or got a refusal, has no output in the AI SDK; its content goes to the metadata. */
  #clearOutput(out: Array<UiMessageChunk>): void {
    if (this.#shown !== "nothing" && !hasOutput(this.#shown)) return
    out.push(this.#head("input", { ...this.#metadata(), ...this.#result() }))
    this.#shown = "input"
  }

  #result(): { readonly content: ReadonlyArray<ToolCallContent>; readonly rawOutput?: unknown } {
    return { content: this.#content, ...(this.#rawOutput !== undefined && { rawOutput: this.#rawOutput }) }
  }

  #head(stage: Shown, toolMetadata: ToolMetadata): UiMessageChunk {
    const fields = {
      toolCallId: this.#id,
      providerExecuted: true,
      toolMetadata,
      toolName: this.#name ?? this.#kind,
      ...(this.#title !== undefined && { title: this.#title }),
      dynamic: true
    } as const
    return stage === "start"
      ? { type: "tool-input-start", ...fields }
      : { type: "tool-input-available", ...fields, input: this.#input ?? {} }
  }

  #show(head: boolean, out: Array<UiMessageChunk>): void {
    const stage = this.#stage()
    const isFinal = stage === "output" || stage === "error"
    if (this.#asked.length > 0 || (this.#refused && !isFinal)) {
      this.#held ||= head
      return
    }
    this.#held = false
    if (head || (!hasOutput(stage) && stage !== this.#shown)) out.push(this.#head(stage, this.#metadata()))
    this.#shown = stage
    if (hasOutput(stage)) out.push(this.#output(stage))
  }

  #output(stage: Shown): UiMessageChunk {
    const result = this.#result()
    const toolMetadata = this.#metadata()
    const fields = { toolCallId: this.#id, providerExecuted: true } as const
    if (stage !== "error") {
      const preliminary = stage === "preliminary"
      return {
        type: "tool-output-available",
        ...fields,
        toolMetadata,
        output: result,
        ...(preliminary && { preliminary })
      }
    }
    const raw = typeof this.#rawOutput === "string" ? this.#rawOutput : ""
    const errorText = this.#mark ?? (textOf(this.#content) || raw || "failed")
    return { type: "tool-output-error", ...fields, toolMetadata: { ...toolMetadata, ...result }, errorText }
  }
}
