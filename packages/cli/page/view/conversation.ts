/** The conversation: prompts, messages and tool calls in order. */
import type { SessionState, TimelineEntry } from "@rxacp/fold"
import { element } from "../element.ts"
import { type Item, keyedList } from "../keyed-list.ts"
import { isRunning, type ViewState } from "../view-state.ts"
import { messageItem } from "./message.ts"
import { toolCallItem } from "./tool-call.ts"
import { promptItem, turnEndItem } from "./turn.ts"

/** Entries on the page at first, and added each time earlier ones are asked for. */
const WINDOW = 200

/** Makes a function that shows a view's conversation in `container`, its latest entries only until more are asked for. */
export const conversationView = (container: HTMLElement) => {
  const earlier = element("button", { type: "button", class: "earlier", hidden: true }, "Show earlier entries")
  const list = element("div", { class: "entries" })
  const show = keyedList(list)
  let size = WINDOW
  let latest: ViewState | undefined
  container.append(earlier, list)

  const render = (view: ViewState): void => {
    latest = view
    const from = Math.max(0, view.session.timeline.length - size)
    earlier.hidden = from === 0
    show(items(view, from))
  }
  earlier.addEventListener("click", () => {
    size += WINDOW
    if (latest !== undefined) render(latest)
  })
  return render
}

const items = (view: ViewState, from: number): ReadonlyArray<Item> => {
  const { timeline, turns } = view.session
  const all: Array<Item> = []
  const running = isRunning(view)
  /** Adds the entries before the place `to`, then the end of the turn that they belong to. */
  let place = from
  const addUpTo = (to: number, turn: number): void => {
    for (; place < to; place += 1) {
      const entry = timeline.at(place)
      if (entry !== undefined && !isEcho(entry, view.session, turn)) all.push(entryItem(entry, view))
    }
    const ended = turns[turn]
    const end = ended && ended.at >= from ? turnEndItem(ended, turn, running && turn === turns.length - 1) : undefined
    if (end !== undefined) all.push(end)
  }
  turns.forEach((turn, index) => {
    addUpTo(turn.at, index - 1)
    if (turn.at >= from) all.push(promptItem(turn, index))
  })
  addUpTo(timeline.length, turns.length - 1)
  return all
}

const entryItem = (entry: TimelineEntry, { terminals }: ViewState): Item => {
  switch (entry.type) {
    case "message":
      return messageItem(entry)
    case "toolCall":
      return toolCallItem(entry, terminals)
    case "compaction":
      return compactionItem(entry.key, entry.status)
  }
}

const compactionItem = (key: string, status: string): Item => ({
  key,
  parts: [status],
  create: () => ({ element: element("p", { class: "turn-end" }) }),
  update: ({ element }) => {
    element.textContent = `Context compaction: ${status.replace("_", " ")}`
  }
})

/** Whether an entry is the agent's echo of the prompt that is shown already. */
const isEcho = (entry: TimelineEntry, { turns }: SessionState, turn: number): boolean =>
  entry.type === "message" &&
  entry.role === "user" &&
  entry.turn !== null &&
  JSON.stringify(entry.content) === JSON.stringify(turns[turn]?.prompt)
