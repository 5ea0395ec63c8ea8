/** How a block of content joins those before it. */
import type { ContentBlock } from "@rxacp/core"
import { isObject, isText } from "../state/json.ts"

type Text = Extract<ContentBlock, { type: "text" }>

const isPlainText = (block: ContentBlock | undefined): block is Text =>
  block?.type === "text" && (block.annotations ?? null) === null && (block._meta ?? null) === null

/** Whether a value can be read as a block: it has a type, and text where it is text. */
export const isBlock = (block: ContentBlock): boolean =>
  isObject(block) && isText(block.type) && (block.type !== "text" || isText(block.text))

/** Whether a block is text without a character: it opens no message and changes none. */
export const isEmptyText = (block: ContentBlock): boolean => block.type === "text" && block.text === ""

/**
 * Two adjacent text blocks as one, unless either carries annotations or `_meta`. They are joined as UTF-16, so a surrogate
 * pair that was split over two chunks is whole again.
 */
export const joined = (last: ContentBlock | undefined, block: ContentBlock): ContentBlock | undefined =>
  isPlainText(last) && isPlainText(block) ? { type: "text", text: last.text + block.text } : undefined

/** The content with one more block, joined with the last where that can be. */
export const withBlock = (content: ReadonlyArray<ContentBlock>, block: ContentBlock): ReadonlyArray<ContentBlock> => {
  const last = joined(content.at(-1), block)
  if (last === undefined) return [...content, block]
  const copy = content.slice()
  copy[content.length - 1] = last
  return copy
}
