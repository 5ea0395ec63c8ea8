/** The chosen message in full: its remarks, its text, the conversation as of it. */
import { restoreSession } from "@rxacp/fold"
import type { Entry } from "../../src/inspect/traffic/entry.ts"
import { byId, element } from "../element.ts"
import { conversationView } from "../view/conversation.ts"
import { initialView } from "../view-state.ts"
import type { InspectCalls } from "./inspect-calls.ts"

/** Characters of a message that are shown. */
const MOST_SHOWN = 200_000

/** JSON as a person reads it; what is not JSON, or too long or too deep to be laid out, as it is. */
const readable = (text: string): string => {
  if (text.length > MOST_SHOWN) return `${text.slice(0, MOST_SHOWN)}\n… ${text.length - MOST_SHOWN} more characters`
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, 4 * MOST_SHOWN)
  } catch {
    return text
  }
}

/** Makes a function that shows a message. */
export const chosenView = (calls: InspectCalls) => {
  const title = byId("chosen-title", HTMLHeadingElement)
  const remarks = byId("remarks", HTMLUListElement)
  const text = byId("text", HTMLPreElement)
  const details = byId("conversation-details", HTMLDetailsElement)
  const conversation = conversationView(byId("conversation", HTMLElement))
  let chosen: number | undefined

  const showConversation = async (place: number): Promise<void> => {
    const state = await calls.conversation(place)
    if (chosen !== place) return
    conversation({ ...initialView, link: "live", ...(state !== null && { session: restoreSession(state) }) })
  }
  details.addEventListener("toggle", () => {
    if (details.open && chosen !== undefined) void showConversation(chosen)
  })

  return async (entry: Entry): Promise<void> => {
    const { place } = entry
    chosen = place
    title.textContent = `${entry.kind} ${entry.method ?? ""} ${entry.id ?? ""}`.trim()
    remarks.replaceChildren(
      ...entry.marks.map(({ kind, detail }) =>
        element("li", {}, element("span", { class: "mark" }, kind), ` ${detail}`)
      )
    )
    const message = await calls.message(place)
    if (chosen !== place) return
    text.textContent = readable(message.text ?? "This message is not kept any more.")
    if (details.open) await showConversation(place)
  }
}
