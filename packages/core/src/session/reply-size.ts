/** How many bytes each chunk adds to a reply. */

import { jsonText } from "../internal/json-text.ts"
import type { SessionUpdate } from "../schema/index.ts"
import { endsInsidePair, startsInsidePair, utf8Size } from "../wire/lines/utf8.ts"

/** A piece of the agent's reply. */
export type ReplyChunk = Extract<SessionUpdate, { readonly sessionUpdate: "agent_message_chunk" }>

/** What a chunk is measured by: the text of a text block, the JSON of any other block, of an unknown one as it came. */
export const measuredText = ({ content }: ReplyChunk): string =>
  content.type === "text" ? content.text : (jsonText(content.type === "unknown" ? content.raw : content) ?? "")

const sameMessage = (one: ReplyChunk, other: ReplyChunk): boolean =>
  (one.messageId ?? null) === (other.messageId ?? null)

/**
 * Returns the function that sizes the chunks of one reply in order. A surrogate pair split over two chunks of a message
 * counts 4 bytes, all of them with its first half, so that a cap never falls between the halves; when the second half
 * does not come, the next chunk adds one byte less, for the 3 bytes of a replacement character.
 */
export const replySizer = (): ((chunk: ReplyChunk) => number) => {
  let open: ReplyChunk | undefined
  return (chunk) => {
    const text = measuredText(chunk)
    if (text === "") return 0
    const before = open
    open = chunk.content.type === "text" && endsInsidePair(text) ? chunk : undefined
    if (before === undefined) return utf8Size(text)
    // On its own the second half counts 3, and all 4 bytes of the pair are counted already.
    return utf8Size(text) - (startsInsidePair(text) && sameMessage(before, chunk) ? 3 : 1)
  }
}
