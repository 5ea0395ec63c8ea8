/** Journals: what is recorded of a connection, and the session events that a recording gives again. */
export type * from "../journal/record.ts"
export { replayJournal } from "./replay-journal.ts"
