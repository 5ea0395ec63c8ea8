/** One thing that passed between a client and an agent, as the inspector lists it. */

/** Who wrote it. */
export type Side = "client" | "agent"

/** What it is. `gap` stands for traffic that was passed on but not looked at. */
export type EntryKind =
  | "request"
  | "notification"
  | "response"
  | "error"
  | "noise"
  | "invalid"
  | "oversize"
  | "stderr"
  | "exit"
  | "gap"

/**
 * What is worth a second look in a message:
 * - `malformed`: its params, its result or its update do not fit the schema; the detail names the place.
 * - `lenient`: it does not fit, and the protocol lets a reader mend it.
 * - `unknownField`: a field that the schema does not have, and that is not under `_meta`.
 * - `unknownMethod`, `unknownUpdate`: a name that ACP v1 does not have and that does not begin with `_`.
 * - `late`: a chunk or a tool update after the end of its turn.
 * - `order`: it comes when the protocol does not allow it, for example an update for a session that does not exist yet.
 * - `stray`, `duplicate`: an answer to nothing that was asked, or to what has been answered already.
 * - `unanswered`: a request that was still open when the agent ended.
 * - `noise`, `invalid`, `oversize`: a line that is not JSON, not JSON-RPC 2.0, or over the size that is looked at.
 */
export type MarkKind =
  | "malformed"
  | "lenient"
  | "unknownField"
  | "unknownMethod"
  | "unknownUpdate"
  | "late"
  | "order"
  | "stray"
  | "duplicate"
  | "unanswered"
  | "noise"
  | "invalid"
  | "oversize"

/** One remark about a message, in words. */
export interface Mark {
  readonly kind: MarkKind
  readonly detail: string
}

/** One line of the list. */
export interface Entry {
  /** Its place in the list, from 0. */
  readonly place: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly from: Side | "stderr" | "process"
  readonly kind: EntryKind
  /** Size of the line in bytes, without its line feed. */
  readonly bytes: number
  /** Method of a request or notification, and of the request that an answer belongs to. */
  readonly method?: string
  /** JSON-RPC id, as text. */
  readonly id?: string
  readonly sessionId?: string
  /** The kind of an update, the title of a tool call or permission request, the code of an error. */
  readonly about?: string
  /** The tool call that it speaks of. */
  readonly toolCallId?: string
  /** Place of the request that it answers. */
  readonly answers?: number
  /** Milliseconds from the request to this answer. */
  readonly latency?: number
  readonly marks: ReadonlyArray<Mark>
}
