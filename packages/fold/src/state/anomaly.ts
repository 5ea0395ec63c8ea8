/** What an agent did that the protocol does not foresee, as a note. */

/** A note about something unusual. */
export type Anomaly =
  /** A tool call's status went back; it was applied. */
  | { readonly kind: "statusWentBack"; readonly toolCallId: string; readonly from: string; readonly to: string }
  /** An update spoke of a tool call that was not announced; an entry was made for it. */
  | { readonly kind: "unknownToolCall"; readonly toolCallId: string }
  /** A second `tool_call` came for the same id; it was applied as a patch. */
  | { readonly kind: "repeatedToolCall"; readonly toolCallId: string }
  /** The mode is not among the known ones; it was set. */
  | { readonly kind: "unknownMode"; readonly modeId: string }
  /** The mode came under the field name `modeId`; it was read. */
  | { readonly kind: "modeIdAlias"; readonly modeId: string }
  /** A turn ended that had not started here; its end is not in `turns`. */
  | { readonly kind: "unknownTurn"; readonly turn: number }
  /** There were too many of these, so the oldest is gone. */
  | { readonly kind: "forgotten"; readonly list: "terminals" | "plans" | "childSessions"; readonly id: string }
