/** How a block of content joins those before it. */
import type { ContentBlock } from "@rxacp/core"

type Text = Extract<ContentBlock, { type: "text" }>

const isPlainText = (block: ContentBlock | undefined): block is Text =>
  block?.type === "text" && (block.annotations ?? null) === null && (block._meta ?? null) === null

/** Whether a block is text without a character: it opens no message and changes none. */
export const isEmptyText = (block: ContentBlock): boolean => block.type === "text" && block.text === ""

/**
 * The content with one more block. Adjacent text blocks become one unless either carries annotations or `_meta`. They
 * are joined as UTF-16, so a surrogate pair that was split over two chunks is whole again.
 */
export const withBlock = (content: ReadonlyArray<ContentBlock>, block: ContentBlock): ReadonlyArray<ContentBlock> => {
  const last = content.at(-1)
  if (!isPlainText(block) || !isPlainText(last)) return [...content, block]
  const joined = content.slice()
  joined[content.length - 1] = { type: "text", text: last.text + block.text }
  return joined
}
