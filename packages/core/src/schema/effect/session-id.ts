/** The id that every session request carries. */

import * as Schema from "effect/Schema"
import { named } from "./described.ts"

/** The id of a session, chosen by the agent. */
export const SessionId = named("SessionId", "The id of a session, chosen by the agent.", Schema.String)
/** The id of a session, chosen by the agent. */
export type SessionId = string
