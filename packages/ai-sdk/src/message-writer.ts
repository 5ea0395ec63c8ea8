/** The parts of one message while it is written: which texts and tools it has, and which chunks add to them. */
import type { ContentBlock, PermissionRequested, RpcId } from "@rxacp/core"
import type { UiDataChunk, UiMessageChunk } from "./chunk.ts"
import { contentChunk } from "./content-chunk.ts"
import { ToolPart, type ToolPatch } from "./tool-part.ts"

/** Who speaks in a message of an assistant. */
export type Voice = "text" | "reasoning"

const isNothing = (block: ContentBlock): boolean => block.type === "text" && block.text === ""

/** Collects the chunks of a message. Texts and tools join their parts by the same rules as entries of the fold. */
export class MessageWriter {
  readonly #tools = new Map<string, ToolPart>()
  /** The part that a text with this key goes on in; all of them are open until the message ends. */
  readonly #texts = new Map<string, { readonly voice: Voice; readonly part: string }>()
  /** The entries with an id that the message has: a chunk of one joins it wherever it stands. */
  readonly #named = new Set<string>()
  /** The key of the entry that was opened last; text without an id goes on only there. */
  #last = ""
  #isLastNamed = true
  #opened = 0
  #out: Array<UiMessageChunk> = []

  /** The chunks since the last call. */
  take(): ReadonlyArray<UiMessageChunk> {
    const out = this.#out
    this.#out = []
    return out
  }

  /** Writes a chunk as it is. */
  put(chunk: UiMessageChunk): void {
    this.#out.push(chunk)
  }

  /** A data part that replaces the one before it of the same name and id. */
  data(name: string, data: unknown, id = name): void {
    this.#out.push({ type: `data-acp-${name}`, id, data })
  }

  /** Something that passes by and leaves no part. */
  passing(name: string, data: unknown): void {
    this.#out.push({ type: `data-acp-${name}`, data, transient: true } satisfies UiDataChunk)
  }

  /** An entry that is not text; a new one ends the text without an id that stands before it. */
  interrupt(kind: string, id: unknown): void {
    this.#keyOf(kind, id)
  }

  /** A block of what the agent says or thinks. */
  say(voice: Voice, messageId: unknown, block: ContentBlock): void {
    if (isNothing(block)) return
    const key = this.#keyOf(voice, messageId)
    if (block.type !== "text") {
      this.#out.push(contentChunk(block))
      // Text after it goes into a part of its own, unless something else stands there by now.
      if (key === this.#last) this.#endText(key)
      return
    }
    const known = this.#texts.get(key)
    const part = known?.part ?? this.#startText(voice, key)
    this.#out.push({ type: `${voice}-delta`, id: part, delta: block.text })
  }

  /** What an update or an entry says of a tool call. */
  tool(patch: ToolPatch): void {
    const known = this.#tools.get(patch.toolCallId)
    ;(known ?? this.#openTool(patch.toolCallId)).patch(patch, this.#out)
  }

  /** A request for permission; its tool call is made if it was not mentioned before. A known one stays as it is. */
  ask(asked: Pick<PermissionRequested, "id" | "request" | "epoch">): void {
    const { toolCall } = asked.request
    if (!this.#tools.has(toolCall.toolCallId)) this.tool(toolCall)
    this.#tools.get(toolCall.toolCallId)?.ask(asked, this.#out)
  }

  /** The answer to a request for permission. */
  answer(id: RpcId, optionId: string | undefined): void {
    for (const tool of this.#tools.values()) tool.answer(id, optionId, this.#out)
  }

  /** What a folded call says that no update does: how it ended without a word of the agent. */
  mark(toolCallId: string, mark: string): void {
    this.#tools.get(toolCallId)?.end(mark, this.#out)
  }

  /** What a folded call says of a permission that was refused. */
  refuse(toolCallId: string): void {
    this.#tools.get(toolCallId)?.refuse(this.#out)
  }

  /** Ends the tool calls that are open. */
  endTools(mark: string): void {
    for (const tool of this.#tools.values()) tool.end(mark, this.#out)
  }

  /** Ends whatever is open. */
  end(mark: string): void {
    this.endTools(mark)
    for (const key of [...this.#texts.keys()]) this.#endText(key)
  }

  #keyOf(kind: string, id: unknown): string {
    if (typeof id === "string") {
      const key = `${kind}:${id}`
      if (!this.#named.has(key)) {
        this.#named.add(key)
        this.#open(key, true)
      }
      return key
    }
    if (this.#isLastNamed || !this.#last.startsWith(kind)) this.#open(`${kind}#${this.#opened + 1}`, false)
    return this.#last
  }

  /** A new entry. Text without an id that ends here can't go on any more. */
  #open(key: string, isNamed: boolean): void {
    if (!this.#isLastNamed) this.#endText(this.#last)
    this.#last = key
    this.#isLastNamed = isNamed
    this.#opened += 1
  }

  #startText(voice: Voice, key: string): string {
    this.#opened += 1
    const part = `${key}.${this.#opened}`
    this.#texts.set(key, { voice, part })
    this.#out.push({ type: `${voice}-start`, id: part })
    return part
  }

  #endText(key: string): void {
    const text = this.#texts.get(key)
    if (text === undefined) return
    this.#texts.delete(key)
    this.#out.push({ type: `${text.voice}-end`, id: text.part })
  }

  #openTool(toolCallId: string): ToolPart {
    const tool = new ToolPart(toolCallId)
    this.#tools.set(toolCallId, tool)
    this.interrupt("tool", toolCallId)
    return tool
  }
}
