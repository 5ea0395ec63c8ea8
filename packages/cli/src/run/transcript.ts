/** What of a conversation is still to be printed, for output that can't be taken back. */
import type { SessionState, TimelineEntry } from "@rxacp/fold"
import type { Look } from "./look.ts"
import { growingText, messageText, toolLines } from "./render.ts"

/** Remembers what has been printed of every entry. */
export interface Transcript {
  /**
   * What to print now, one block of lines an entry. An entry that may still change is printed as far as it will stay
   * (`partly`), or ends the walk; then `open` says where. What changes after it was printed is printed again, of a
   * message only what is new.
   */
  readonly advance: (state: SessionState, how: { readonly partly: boolean }) => Advance
}

/** What is new of one entry. */
export interface Block {
  readonly lines: ReadonlyArray<string>
  /** Whether the first line goes on with the last one that was printed of the entry. */
  readonly continues?: boolean
  /** Whether more may follow on the last line. */
  readonly isOpen?: boolean
}

/** What is new, and the place of the first entry that was left out. */
export interface Advance {
  readonly blocks: ReadonlyArray<Block>
  readonly open: number
}

export const entryLines = (look: Look, entry: TimelineEntry): ReadonlyArray<string> => {
  switch (entry.type) {
    case "message":
      return spoken(look, entry.role, messageText(entry).split("\n"))
    case "toolCall":
      return toolLines(look, entry)
    case "compaction":
      return [look.dim(`context compaction: ${entry.status}`)]
  }
}

/** What the agent says stands for itself, other lines say whose they are. */
const spoken = (look: Look, role: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  role === "agent" ? lines : lines.map((line) => look.dim(`${role}: ${line}`))

/** Whether the last turn has ended, in whatever way. */
export const isOver = ({ turns }: SessionState): boolean => {
  const turn = turns.at(-1)
  return turn?.stopReason !== undefined || turn?.failure !== undefined
}

/** Whether the conversation ends in a message that more text may join. */
export const isGrowing = (state: SessionState): boolean => state.timeline.at(-1)?.type === "message" && !isOver(state)

const isFinal = (entry: TimelineEntry): boolean => {
  if (entry.type === "message") return false
  return entry.status === "completed" || entry.status === "failed" || (entry.type === "toolCall" && !!entry.mark)
}

/** A transcript of which nothing has been printed. */
export const createTranscript = (look: Look): Transcript => {
  const seen = new Map<string, TimelineEntry>()
  const lengths = new Map<string, number>()
  const printed = new Map<string, string>()

  const newText = (entry: TimelineEntry & { readonly type: "message" }, whole: boolean): Block => {
    const text = whole ? messageText(entry) : growingText(entry)
    const from = lengths.get(entry.key) ?? 0
    if (text.length <= from) return { lines: [] }
    lengths.set(entry.key, text.length)
    const continues = from > 0 && text[from - 1] !== "\n"
    const lines = text.slice(from).replace(/\n$/, "").split("\n")
    const [first = "", ...others] = lines
    const marked = continues ? [first, ...spoken(look, entry.role, others)] : spoken(look, entry.role, lines)
    return { lines: marked, continues, isOpen: !whole && !text.endsWith("\n") }
  }

  const newLines = (entry: TimelineEntry, whole: boolean): Block => {
    if (entry.type === "message") return newText(entry, whole)
    const lines = whole ? entryLines(look, entry) : entryLines(look, entry).slice(0, 1)
    const joined = lines.join("\n")
    if (printed.get(entry.key) === joined) return { lines: [] }
    printed.set(entry.key, joined)
    return { lines }
  }

  return {
    advance: (state, { partly }) => {
      const blocks: Array<Block> = []
      const over = isOver(state)
      let place = 0
      for (const entry of state.timeline) {
        const last = place === state.timeline.length - 1
        const whole = over || (entry.type === "message" ? !last : isFinal(entry))
        if (!whole && !partly) break
        if (seen.get(entry.key) !== entry) {
          const block = newLines(entry, whole)
          if (block.lines.length > 0) blocks.push(block)
          if (whole) seen.set(entry.key, entry)
        }
        place += 1
      }
      return { blocks, open: place }
    }
  }
}
