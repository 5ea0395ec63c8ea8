/** The messages of a session while they are written: which texts and tools there are, which events add to them. */
import type { ContentBlock } from "@rxacp/core"
import type { AgUiEvent } from "./event.ts"
import { type ToolPatch, ToolRun } from "./tool-run.ts"

/** Who speaks. */
export type Voice = "user" | "agent" | "thought"

/** Collects the events of a run. Texts join their messages by the same rules as entries of the fold. */
export class RunWriter {
  readonly #tools = new Map<string, ToolRun>()
  /** The entries with an id, of all runs: a chunk of one joins it wherever it stands. */
  readonly #named = new Set<string>()
  /** The messages that this run has open. */
  readonly #open = new Map<string, Voice>()
  /** The key of the entry that was opened last; text without an id goes on only there. */
  #last = ""
  #isLastNamed = true
  #prefix = ""
  #count = 0
  #out: Array<AgUiEvent> = []

  /** The events since the last call. */
  take(): ReadonlyArray<AgUiEvent> {
    const out = this.#out
    this.#out = []
    return out
  }

  /** Writes an event as it is. */
  put(event: AgUiEvent): void {
    this.#out.push(event)
  }

  /** Begins the messages of a run, whose name makes the ids of messages that have none. */
  start(run: string): void {
    this.#prefix = run
    this.#count = 0
    this.#enter("", true)
  }

  /** An entry that is not text; a new one ends the text without an id that stands before it. */
  interrupt(kind: string, id: unknown): void {
    this.#keyOf(kind, id)
  }

  /** A block of what the agent says or thinks. */
  say(voice: Voice, messageId: unknown, block: ContentBlock): void {
    if (block.type === "text" && block.text === "") return
    const key = this.#keyOf(voice, messageId)
    if (block.type === "text") {
      this.#start(voice, key)
      const type = voice === "thought" ? "REASONING_MESSAGE_CONTENT" : "TEXT_MESSAGE_CONTENT"
      this.#out.push({ type, messageId: key, delta: block.text })
      return
    }
    this.#count += 1
    this.activity(`content:${this.#prefix}.${this.#count}`, "acp.content", { role: voice, content: block })
  }

  /** An activity, in place of the one before with its id. */
  activity(messageId: string, activityType: string, content: Readonly<Record<string, unknown>>): void {
    this.#out.push({ type: "ACTIVITY_SNAPSHOT", messageId, activityType, content })
  }

  /** What an update or an entry says of a tool call. */
  tool(patch: ToolPatch): void {
    this.#toolOf(patch.toolCallId).patch(patch, this.#out)
  }

  /** The tool call of a request for permission; a known one stays as it is. */
  meet(patch: ToolPatch): void {
    if (!this.#tools.has(patch.toolCallId)) this.tool(patch)
  }

  /** The answer to a request for permission about a call. */
  answer(toolCallId: string, isAllowed: boolean): void {
    this.#tools.get(toolCallId)?.answer(isAllowed)
  }

  /** The word for a call that the agent left open. */
  mark(toolCallId: string, mark: string): void {
    this.#tools.get(toolCallId)?.end(mark, this.#out)
  }

  /** Ends the tool calls that are open. */
  endTools(mark: string): void {
    for (const tool of this.#tools.values()) tool.end(mark, this.#out)
  }

  /** Closes what a run may not leave open. */
  close(): void {
    for (const tool of this.#tools.values()) tool.close(this.#out)
    for (const key of [...this.#open.keys()]) this.#end(key)
  }

  /** Takes up what was written as history: texts are complete, calls without arguments are still open. */
  reopen(): void {
    for (const key of [...this.#open.keys()]) this.#end(key)
    this.#out = []
    for (const tool of this.#tools.values()) tool.reopen(this.#out)
  }

  #toolOf(toolCallId: string): ToolRun {
    const known = this.#tools.get(toolCallId)
    if (known !== undefined) return known
    const tool = new ToolRun(toolCallId)
    this.#tools.set(toolCallId, tool)
    this.interrupt("tool", toolCallId)
    return tool
  }

  #keyOf(kind: string, id: unknown): string {
    if (typeof id === "string") {
      const key = `${kind}:${id}`
      if (!this.#named.has(key)) {
        this.#named.add(key)
        this.#enter(key, true)
      }
      return key
    }
    if (this.#isLastNamed || !this.#last.startsWith(kind)) {
      this.#count += 1
      this.#enter(`${kind}#${this.#prefix}.${this.#count}`, false)
    }
    return this.#last
  }

  /** A new entry. What stands before it is complete as far as anyone knows; more text for it opens it again. */
  #enter(key: string, isNamed: boolean): void {
    this.#end(this.#last)
    this.#last = key
    this.#isLastNamed = isNamed
  }

  #start(voice: Voice, key: string): void {
    if (this.#open.has(key)) return
    this.#open.set(key, voice)
    if (voice !== "thought") {
      const role = voice === "user" ? "user" : "assistant"
      this.#out.push({ type: "TEXT_MESSAGE_START", messageId: key, role })
    } else {
      this.#out.push({ type: "REASONING_START", messageId: key })
      this.#out.push({ type: "REASONING_MESSAGE_START", messageId: key, role: "reasoning" })
    }
  }

  #end(key: string): void {
    const voice = this.#open.get(key)
    if (voice === undefined) return
    this.#open.delete(key)
    if (voice !== "thought") this.#out.push({ type: "TEXT_MESSAGE_END", messageId: key })
    else {
      this.#out.push({ type: "REASONING_MESSAGE_END", messageId: key })
      this.#out.push({ type: "REASONING_END", messageId: key })
    }
  }
}
