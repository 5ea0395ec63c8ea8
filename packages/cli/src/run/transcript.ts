/** What of a conversation is still to be printed, for output that can't be taken back. */
import type { SessionState, TimelineEntry } from "@rxacp/fold"
import type { Look } from "./look.ts"
import { messageText, toolLines } from "./render.ts"

/** Remembers what has been printed of every entry. */
export interface Transcript {
  /**
   * What to print now, one block of lines an entry. An entry that may still change is printed as far as it will stay
   * (`partly`), or ends the walk; then `open` says where. What changes after it was printed is printed again, of a
   * message only what is new.
   */
  readonly advance: (state: SessionState, how: { readonly partly: boolean }) => Advance
}

/** What is new, and the place of the first entry that was left out. */
export interface Advance {
  readonly blocks: ReadonlyArray<ReadonlyArray<string>>
  readonly open: number
}

/** All lines of an entry. */
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

  const newText = (entry: TimelineEntry & { readonly type: "message" }, whole: boolean): ReadonlyArray<string> => {
    const text = messageText(entry)
    const from = lengths.get(entry.key) ?? 0
    const to = whole ? text.length : text.lastIndexOf("\n") + 1
    if (to <= from) return []
    lengths.set(entry.key, to)
    return spoken(look, entry.role, text.slice(from, to).replace(/\n$/, "").split("\n"))
  }

  const newLines = (entry: TimelineEntry, whole: boolean): ReadonlyArray<string> => {
    if (entry.type === "message") return newText(entry, whole)
    const lines = whole ? entryLines(look, entry) : entryLines(look, entry).slice(0, 1)
    const joined = lines.join("\n")
    if (printed.get(entry.key) === joined) return []
    printed.set(entry.key, joined)
    return lines
  }

  return {
    advance: (state, { partly }) => {
      const blocks: Array<ReadonlyArray<string>> = []
      const over = isOver(state)
      let place = 0
      for (const entry of state.timeline) {
        const last = place === state.timeline.length - 1
        const whole = over || (entry.type === "message" ? !last : isFinal(entry))
        if (!whole && !partly) break
        if (seen.get(entry.key) !== entry) {
          const lines = newLines(entry, whole)
          if (lines.length > 0) blocks.push(lines)
          if (whole) seen.set(entry.key, entry)
        }
        place += 1
      }
      return { blocks, open: place }
    }
  }
}
