/** The most frequent update by far, distinguished without the guard: a message chunk of text and nothing else. */

import type { SessionUpdate } from "../index.ts"
import { isJsonObject } from "../json-object.ts"
import { isMessageChunk } from "../message-chunk.ts"

/**
 * Whether a value is a clean chunk of plain text. It says yes only where the guard of `SessionUpdate` would, at a
 * fraction of its cost; no decides nothing. Objects with annotations or `_meta` are left to the guard.
 */
export const isPlainTextChunk = (value: unknown): value is SessionUpdate => {
  if (!isJsonObject(value) || !isMessageChunk(value.sessionUpdate)) return false
  const { content, messageId, _meta } = value
  return _meta === undefined && (typeof messageId === "string" || (messageId ?? null) === null) && isPlainText(content)
}

const isPlainText = (block: unknown): boolean =>
  isJsonObject(block) &&
  block.type === "text" &&
  typeof block.text === "string" &&
  block.annotations === undefined &&
  block._meta === undefined
