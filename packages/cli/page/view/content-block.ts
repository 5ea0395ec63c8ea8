/** Content blocks other than text (protocol: Content). */
import type { ContentBlock } from "@rxacp/core"
import { element } from "../element.ts"

const shownImages = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

/** A block as an element. What can't be shown safely, or not at all, is named. */
export const contentBlock = (block: ContentBlock): HTMLElement => {
  switch (block.type) {
    case "text":
      return element("p", {}, block.text)
    case "image":
      return shownImages.has(block.mimeType)
        ? element("img", { src: `data:${block.mimeType};base64,${block.data}`, alt: "Image from the agent" })
        : note(`Image (${block.mimeType})`)
    case "audio":
      return note(`Sound (${block.mimeType})`)
    case "resource_link":
      return note(`${block.title ?? block.name}: ${block.uri}`)
    case "resource":
      return "text" in block.resource
        ? element("figure", {}, element("figcaption", {}, block.resource.uri), element("pre", {}, block.resource.text))
        : note(`Resource ${block.resource.uri}`)
    case "unknown":
      return note(`Content of the unknown type ${block.tag}`)
  }
}

const note = (text: string): HTMLElement => element("p", { class: "note" }, text)
