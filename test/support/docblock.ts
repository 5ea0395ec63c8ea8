/** Which docblock belongs to a declaration. */
import type { Comment } from "oxc-parser"

/** The text of the docblock that ends right before `start`. After a blank line it would be the docblock of the file. */
export const docblockBefore = (text: string, comments: ReadonlyArray<Comment>, start: number): string | undefined => {
  const last = comments.findLast(({ end }) => end <= start)
  const isAttached = last !== undefined && /^[ \t]*\n?[ \t]*$/.test(text.slice(last.end, start))
  return isAttached && last.type === "Block" && last.value.startsWith("*") ? last.value.slice(1) : undefined
}
