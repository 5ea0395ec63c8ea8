/** A Markdown text that may still grow. */
import { element } from "../element.ts"
import { renderMarkdown } from "./markdown.ts"
import { type Cut, cutBlocks, noCut, type TextBlock } from "./text-blocks.ts"

/** Shows a text in an element, and then a longer one. */
export interface TextView {
  readonly element: HTMLElement
  show(text: string): void
}

/** Renders finished blocks once and for all, and only the open one again. */
export const textView = (): TextView => {
  const open = element("div", { class: "block" })
  const container = element("div", { class: "markdown" }, open)
  let cut: Cut = noCut
  let shown = ""

  return {
    element: container,
    show: (text) => {
      if (!text.startsWith(shown)) {
        container.replaceChildren(open)
        cut = noCut
      }
      shown = text
      const next = cutBlocks(text, cut)
      for (const block of next.blocks) open.before(blockElement(block))
      cut = next.cut
      open.replaceChildren(contentOf({ text: text.slice(cut.start), plain: cut.long }))
    }
  }
}

const contentOf = ({ text, plain }: TextBlock): Node =>
  plain ? element("div", { class: "plain" }, text) : renderMarkdown(text)

const blockElement = (block: TextBlock): HTMLElement => element("div", { class: "block" }, contentOf(block))
