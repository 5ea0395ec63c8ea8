/** The timeline: the entries of a conversation in the order in which they were opened. */
import { KeyedVector, type VectorData } from "../vector/keyed-vector.ts"
import type { TimelineEntry } from "./entries.ts"

/** An immutable list of entries: iterable, with `length`, `at(i)`, `get(key)` and `toJSON()`. */
export type Timeline = KeyedVector<TimelineEntry>

const keyOf = (entry: TimelineEntry): string => entry.key

/** A timeline of these entries, whose keys must differ. */
export const timelineFrom = (entries: Iterable<TimelineEntry>): Timeline => KeyedVector.from(entries, keyOf)

/** The timeline itself, or one rebuilt from what a structured clone left of it. */
export const revivedTimeline = (timeline: VectorData): Timeline => KeyedVector.revive(timeline, keyOf)
