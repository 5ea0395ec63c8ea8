/** Messages as their chunks make them: plain data, but for long content, which is only put together when it is read. */
import type { ContentBlock } from "@rxacp/core"
import type { MessageEntry } from "../state/entries.ts"
import type { JsonRecord } from "../state/json.ts"
import { BlockList } from "./block-list.ts"
import { withBlock } from "./content.ts"

type Head = Pick<MessageEntry, "role" | "messageId" | "turn" | "key"> & { readonly parent: string | undefined }

type Draft = { -readonly [Name in keyof MessageEntry]: MessageEntry[Name] }

/** The lists of long messages; they are not fields, so that a message stays plain data. */
const lists = new WeakMap<MessageEntry, BlockList>()

const finished = (draft: Draft, parent: string | undefined, meta: JsonRecord | undefined): MessageEntry => {
  if (meta !== undefined) draft._meta = meta
  if (parent !== undefined) draft.parent = parent
  return draft
}

export const messageOf = (
  { role, messageId, turn, key, parent }: Head,
  content: ReadonlyArray<ContentBlock>,
  meta: JsonRecord | undefined
): MessageEntry => finished({ type: "message", role, messageId, content, turn, key }, parent, meta)

/** The message with one more block. */
export const messageWith = (
  known: MessageEntry,
  block: ContentBlock,
  meta: JsonRecord | undefined = undefined
): MessageEntry => {
  const list = lists.get(known) ?? BlockList.ifLong(known.content)
  if (list === undefined) {
    const { role, messageId, turn, key, parent } = known
    return messageOf({ role, messageId, turn, key, parent }, withBlock(known.content, block), meta)
  }
  const { type, role, messageId, turn, key, parent } = known
  const longer = list.with(block)
  const draft: Draft = {
    type,
    role,
    messageId,
    get content() {
      return longer.toArray()
    },
    turn,
    key
  }
  const next = finished(draft, parent, meta)
  lists.set(next, longer)
  return next
}
