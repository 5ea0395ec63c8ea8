/** A message: the agent's reply, its thoughts, or what the user said. */
import type { MessageEntry, MessageRole } from "@rxacp/fold"
import { element } from "../element.ts"
import type { Item } from "../keyed-list.ts"
import { contentBlock } from "./content-block.ts"
import { type TextView, textView } from "./text-view.ts"

interface MessageView {
  readonly element: HTMLElement
  readonly body: HTMLElement
  /** One for each content block that has been shown: a text that may grow, or nothing more to do. */
  readonly blocks: Array<TextView | undefined>
}

const names: Readonly<Record<MessageRole, string>> = { user: "You", agent: "Agent", thought: "Thoughts" }

/** A message as an item of the conversation. Thoughts are folded away. */
export const messageItem = (entry: MessageEntry): Item<MessageView> => ({
  key: entry.key,
  parts: [entry],
  create: () => {
    const { role } = entry
    const body = element("div", { class: "body" })
    const label = names[role]
    const inside = role === "thought" ? element("details", {}, element("summary", {}, label), body) : body
    const name = role === "thought" ? undefined : element("h3", { class: "speaker" }, label)
    return {
      element: element("article", { class: `message ${role}`, "aria-label": label }, name, inside),
      body,
      blocks: []
    }
  },
  update: ({ body, blocks }) => {
    entry.content.forEach((block, index) => {
      if (block.type !== "text") {
        if (index < blocks.length) return
        blocks.push(undefined)
        body.append(contentBlock(block))
        return
      }
      const text = blocks[index] ?? textView()
      if (index >= blocks.length) {
        blocks.push(text)
        body.append(text.element)
      }
      text.show(block.text)
    })
  }
})
