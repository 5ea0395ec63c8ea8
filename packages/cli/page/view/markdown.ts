/** Markdown of an agent, which nobody has to trust, as elements that can do nothing but be read. */
import DOMPurify from "dompurify"
import { Marked } from "marked"

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** HTML in the text is shown as it was written; an image becomes a link, so that nothing is loaded by looking. */
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ ")
  }
})

const ALLOWED_TAGS =
  "#text a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul".split(" ")

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName !== "A" || !node.hasAttribute("href")) return
  node.setAttribute("target", "_blank")
  node.setAttribute("rel", "noopener noreferrer")
})

/** Links to the web and to mail; no other scheme, and no address relative to this page. */
const ALLOWED_URI_REGEXP = /^(?:https?:\/\/|mailto:)/i

/** The elements for a Markdown text. A text that is too much for the parser is given as it is. */
export const renderMarkdown = (text: string): Node => {
  try {
    const html = marked.parse(text, { async: false })
    return DOMPurify.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      ALLOWED_TAGS,
      ALLOWED_ATTR: ["href", "start", "align"],
      ALLOWED_URI_REGEXP,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false
    })
  } catch {
    return document.createTextNode(text)
  }
}
