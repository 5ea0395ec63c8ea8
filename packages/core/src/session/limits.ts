/** The caps that a caller can put on what an agent sends. */

/** Caps on one turn's reply. Zero and negative numbers throw a `RangeError`. */
export interface ReplyLimits {
  /** UTF-8 bytes of `agent_message_chunk` content: text by its text, other blocks by their JSON. */
  readonly maxBytes?: number
  /** Number of `agent_message_chunk` updates. */
  readonly maxChunks?: number
  /** Number of updates of every kind. */
  readonly maxUpdates?: number
  /** Tool calls, each counted once; the first one too many is left out. */
  readonly maxToolCalls?: number
  /**
   * Tokens in the context, as the agent reports them while it works (`usage_update`). An agent that reports none is not
   * stopped, and the end of the turn names the cap under `unreported`.
   */
  readonly maxTokens?: number
  /**
   * What the turn adds to the reported cost of the session, in the agent's currency. An agent that reports none is not
   * stopped, and the end of the turn names the cap under `unreported`.
   */
  readonly maxCost?: number
}

/** Caps on a connection. */
export interface ConnectionLimits {
  /** Bytes of the line that carries one update; a larger one is delivered as `InvalidUpdate` with its size. */
  readonly maxUpdateBytes?: number
  /** Updates of one turn; the same as `reply.maxUpdates` for every turn. */
  readonly maxUpdates?: number
  /**
   * Bytes, as they lie in memory, that the connection keeps of what the agent sent: events that were not read yet, what is
   * known of tool calls, open requests, answers that are not read, ids. Default 64 MiB.
   */
  readonly maxHeldBytes?: number
  /** Caps for turns whose prompt brings none of its own. */
  readonly reply?: ReplyLimits
}
