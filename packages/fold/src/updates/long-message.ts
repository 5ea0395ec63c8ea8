/**
 * Messages of many blocks that can't be joined (images, text with annotations). A copied array a chunk would cost more the
 * longer the message is, so past a few blocks they are kept as a list that shares what came before, and the array is made
 * when somebody first reads `content`.
 */
import type { ContentBlock } from "@rxacp/core"
import type { MessageEntry } from "../state/entries.ts"
import { joined } from "./content.ts"

/** The last block and all before it. */
interface BlockList {
  readonly before: BlockList | undefined
  readonly block: ContentBlock
  readonly length: number
}

/** From how many blocks on a message is kept as a list. */
const MIN_LENGTH = 32

/** The lists of long messages; they are no fields, so that a message stays plain data. */
const lists = new WeakMap<MessageEntry, BlockList>()

const appended = (before: BlockList | undefined, block: ContentBlock): BlockList => ({
  before,
  block,
  length: (before?.length ?? 0) + 1
})

const listOf = (content: ReadonlyArray<ContentBlock>): BlockList | undefined => {
  let list: BlockList | undefined
  for (const block of content) list = appended(list, block)
  return list
}

const grown = (list: BlockList | undefined, block: ContentBlock): BlockList => {
  const last = joined(list?.block, block)
  return last === undefined ? appended(list, block) : appended(list?.before, last)
}

const arrayOf = (list: BlockList): ReadonlyArray<ContentBlock> => {
  const blocks = new Array<ContentBlock>(list.length)
  for (let rest: BlockList | undefined = list; rest !== undefined; rest = rest.before)
    blocks[rest.length - 1] = rest.block
  return blocks
}

/** The message with one more block, if it is a long one. */
export const withBlockIfLong = (message: MessageEntry, block: ContentBlock): MessageEntry | undefined => {
  const known = lists.get(message)
  if (known === undefined && message.content.length < MIN_LENGTH) return undefined
  const list = grown(known ?? listOf(message.content), block)
  const { type, role, messageId, turn, key } = message
  let content: ReadonlyArray<ContentBlock> | undefined
  const next: MessageEntry = {
    type,
    role,
    messageId,
    get content() {
      content ??= arrayOf(list)
      return content
    },
    turn,
    key
  }
  lists.set(next, list)
  return next
}
