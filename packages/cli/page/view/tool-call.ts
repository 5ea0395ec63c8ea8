/** A tool call: what it does, how far it is, and what came of it. */
import type { ToolCallContent } from "@rxacp/core"
import type { ToolCallEntry } from "@rxacp/fold"
import type { TerminalShown } from "../../src/web/wire.ts"
import { element } from "../element.ts"
import type { Item } from "../keyed-list.ts"
import { contentBlock } from "./content-block.ts"
import { diffView } from "./diff.ts"
import { terminalOutput } from "./terminal.ts"
import { textView } from "./text-view.ts"

interface ToolCallView {
  readonly element: HTMLElement
  readonly head: HTMLElement
  readonly body: HTMLElement
  readonly input: Disclosure
  readonly output: Disclosure
}

const statuses: Readonly<Record<string, string>> = {
  pending: "waiting",
  in_progress: "running",
  completed: "done",
  failed: "failed",
  unfinished: "not finished",
  cancelled: "cancelled"
}

/** A tool call as an item of the conversation. */
export const toolCallItem = (
  entry: ToolCallEntry,
  terminals: ReadonlyMap<string, TerminalShown>
): Item<ToolCallView> => {
  const shown = entry.content.map((content) =>
    content.type === "terminal" ? terminals.get(content.terminalId) : content
  )
  return {
    key: entry.key,
    parts: [entry, ...shown],
    create: () => {
      const head = element("header")
      const body = element("div", { class: "result" })
      const [input, output] = [disclosure("Input"), disclosure("Output")]
      const card = element("article", { class: "tool" }, head, body, input.element, output.element)
      return { element: card, head, body, input, output }
    },
    update: (view) => {
      const status = entry.mark ?? entry.status
      view.element.dataset.status = status
      view.element.setAttribute("aria-label", `Tool call: ${titleOf(entry)}`)
      view.head.replaceChildren(
        element("span", { class: "kind" }, entry.kind.replace("_", " ")),
        element("h3", {}, titleOf(entry)),
        element("span", { class: "status" }, statuses[status] ?? status)
      )
      view.body.replaceChildren(...entry.content.map((content) => contentView(content, terminals)))
      view.input.show(entry.rawInput)
      view.output.show(entry.rawOutput)
    }
  }
}

const titleOf = ({ title, name, toolCallId }: ToolCallEntry): string => title ?? name ?? toolCallId

const contentView = (content: ToolCallContent, terminals: ReadonlyMap<string, TerminalShown>): HTMLElement => {
  switch (content.type) {
    case "diff":
      return diffView(content)
    case "terminal":
      return terminalOutput(terminals.get(content.terminalId))
    case "content": {
      if (content.content.type !== "text") return contentBlock(content.content)
      const text = textView()
      text.show(content.content.text)
      return text.element
    }
    case "unknown":
      return element("p", { class: "note" }, `Content of the unknown type ${content.tag}`)
  }
}

interface Disclosure {
  readonly element: HTMLElement
  show(value: unknown): void
}

/** Raw data of a call, folded away, and absent when there is none. Stays open or closed as the user left it. */
const disclosure = (label: string): Disclosure => {
  const text = element("pre", { tabindex: "0", "aria-label": label })
  const details = element("details", { class: "raw", hidden: true }, element("summary", {}, label), text)
  return {
    element: details,
    show: (value) => {
      details.hidden = value === undefined || value === null
      text.textContent = typeof value === "string" ? value : JSON.stringify(value, undefined, 2)
    }
  }
}
