/** What the update stage yields: one tagged value per `session/update` notification. */
import type { DecodeIssue } from "../../schema/codec/decode-issue.ts"
import type { SessionUpdate } from "../../schema/index.ts"

export type { DecodeIssue }

/** A typed update. Without `issues` the input was clean and `update` is the parsed object itself. */
export interface Update {
  readonly _tag: "Update"
  readonly sessionId: string
  readonly update: SessionUpdate
  readonly issues?: ReadonlyArray<DecodeIssue>
  /** What the agent said in its own dialect, when a dialect made `update` of it. */
  readonly raw?: unknown
  /** The line that carried it. */
  readonly seq: number
}

/** An update whose tag this protocol version does not know, kept whole. */
export interface UnknownUpdate {
  readonly _tag: "UnknownUpdate"
  readonly sessionId: string
  /** The tag on the wire. */
  readonly sessionUpdate: string
  readonly raw: unknown
  readonly seq: number
}

/** A `session/update` that could not be read; `sessionId` is there when the notification named one. */
export interface InvalidUpdate {
  readonly _tag: "InvalidUpdate"
  readonly sessionId?: string
  /** The update, as in the other events; the params of the notification when no update or no session was found in them. */
  readonly raw: unknown
  readonly reason: string
  readonly seq: number
}

/** Everything a `session/update` notification can turn out to be. */
export type UpdateEvent = Update | UnknownUpdate | InvalidUpdate
