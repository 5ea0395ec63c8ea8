/** The contract between a connection and the way its lines take to the client. */

/** One way to a client: a WebSocket, or event streams with POSTs. */
export interface Carrier {
  /** Takes a line for the client; a promise when the next has to wait. */
  readonly write: (line: string) => Promise<void> | undefined
  /** Holds the client back. */
  readonly pause: () => void
  readonly resume: () => void
  /** Whether lines wait, and the client has taken none since this was asked before. */
  readonly stalled: () => boolean
  /** Ends the way; `reason` is what the client may know. */
  readonly close: (code: number, reason: string) => void
}
