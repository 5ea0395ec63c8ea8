/** The id that every session request carries. */
import * as Schema from "effect/Schema"

/** The id of a session, chosen by the agent. */
export const SessionId = Schema.String
/** The id of a session, chosen by the agent. */
export type SessionId = string
