/** Journals: what is recorded of a connection, and the session events that a recording gives again. */
export { jsonText } from "../internal/json-text.ts"
export type * from "../journal/record.ts"
export type { OnDamage } from "./checked-records.ts"
export { replayJournal } from "./replay-journal.ts"
