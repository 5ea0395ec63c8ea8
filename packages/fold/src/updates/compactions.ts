/** The fold of context compactions (protocol: Context compaction). */
import type { ContentBlock } from "@rxacp/core"
import { withTimeline } from "../state/change-state.ts"
import { type CompactionEntry, compactionKey } from "../state/entries.ts"
import { isObject, isText, itemsOf } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import type { SessionState } from "../state/session-state.ts"
import type { TurnState } from "../state/turn-state.ts"
import { BlockList } from "./block-list.ts"
import { isBlock, isEmptyText, withBlock } from "./content.ts"
import type { UpdateOf, UpdateReducer } from "./reducer.ts"

/** Changes the compaction with this id, or one that has only begun when the id is new. */
const upserted = (
  state: SessionState,
  compactionId: string,
  turn: TurnState | undefined,
  change: (entry: CompactionEntry) => CompactionEntry
): SessionState => {
  const key = compactionKey(compactionId)
  const { timeline } = state
  const known = timeline.get(key)
  if (known?.type !== "compaction") {
    const begun = {
      type: "compaction",
      compactionId,
      status: "in_progress",
      summary: [],
      error: null,
      _meta: null
    } as const
    return withTimeline(state, timeline.append(change({ ...begun, turn: turn?.turn ?? null, key })))
  }
  const next = change(known)
  return next === known ? state : withTimeline(state, timeline.set(timeline.indexOf(key), next))
}

/** The lists of long summaries; they are not fields, so that an entry stays plain data. */
const lists = new WeakMap<CompactionEntry, BlockList>()

/** An entry whose summary is put together when it is read. */
const withList = (entry: Omit<CompactionEntry, "summary">, list: BlockList): CompactionEntry => {
  const { type, compactionId, status, error, _meta, turn, key } = entry
  const next: CompactionEntry = {
    type,
    compactionId,
    status,
    get summary() {
      return list.toArray()
    },
    error,
    _meta,
    turn,
    key
  }
  lists.set(next, list)
  return next
}

/** Absent, or not readable: as it was. null clears. */
const threeState = <T>(known: T | null, given: T | null | undefined, isReadable: (given: T) => boolean): T | null => {
  if (given === null) return null
  return given !== undefined && isReadable(given) && !sameJson(known, given) ? given : known
}

/** `compaction_update`: missing leaves a field alone, null clears it, a value replaces it. */
export const updateCompaction: UpdateReducer<UpdateOf<"compaction_update">> = (state, update, { turn }) =>
  isText(update.compactionId)
    ? upserted(state, update.compactionId, turn, (entry) => {
        const list = lists.get(entry)
        const summary = update.summary === null ? [] : itemsOf(update.summary, isBlock)
        const status = isText(update.status) ? update.status : entry.status
        const error = threeState(entry.error, update.error, isText)
        const _meta = threeState(entry._meta, update._meta, isObject)
        if (summary !== undefined && !sameJson(entry.summary, summary))
          return { ...entry, status, summary, error, _meta }
        if (status === entry.status && error === entry.error && _meta === entry._meta) return entry
        const { type, compactionId, turn, key } = entry
        const next = { type, compactionId, status, error, _meta, turn, key }
        return list === undefined ? { ...next, summary: entry.summary } : withList(next, list)
      })
    : state

const withSummaryBlock = (entry: CompactionEntry, block: ContentBlock): CompactionEntry => {
  const list = lists.get(entry) ?? BlockList.ifLong(entry.summary)
  return list === undefined ? { ...entry, summary: withBlock(entry.summary, block) } : withList(entry, list.with(block))
}

/** `compaction_summary_chunk`: adds to the summary as a chunk adds to a message. */
export const addSummaryChunk: UpdateReducer<UpdateOf<"compaction_summary_chunk">> = (state, chunk, { turn }) =>
  isText(chunk.compactionId) && isBlock(chunk.content)
    ? upserted(state, chunk.compactionId, turn, (entry) =>
        isEmptyText(chunk.content) ? entry : withSummaryBlock(entry, chunk.content)
      )
    : state
