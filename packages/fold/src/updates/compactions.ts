/** The fold of context compactions (protocol: Context compaction). */
import { type CompactionEntry, compactionKey } from "../state/entries.ts"
import { sameJson } from "../state/same-json.ts"
import { type SessionState, type TurnState, withTimeline } from "../state/session-state.ts"
import { isEmptyText, withBlock } from "./content.ts"
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
  return sameJson(known, next) ? state : withTimeline(state, timeline.set(timeline.indexOf(key), next))
}

const unlessAbsent = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given)

/** `compaction_update`: missing leaves a field alone, null clears it, a value replaces it. */
export const updateCompaction: UpdateReducer<UpdateOf<"compaction_update">> = (state, update, { turn }) =>
  upserted(state, update.compactionId, turn, (entry) => ({
    ...entry,
    status: update.status,
    summary: unlessAbsent(update.summary, entry.summary) ?? [],
    error: unlessAbsent(update.error, entry.error),
    _meta: unlessAbsent(update._meta, entry._meta)
  }))

/** `compaction_summary_chunk`: adds to the summary as a chunk adds to a message. */
export const addSummaryChunk: UpdateReducer<UpdateOf<"compaction_summary_chunk">> = (state, chunk, { turn }) =>
  upserted(state, chunk.compactionId, turn, (entry) =>
    isEmptyText(chunk.content) ? entry : { ...entry, summary: withBlock(entry.summary, chunk.content) }
  )
