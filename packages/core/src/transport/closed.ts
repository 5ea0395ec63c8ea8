/** The ways in which a stream is closed, as failures. */
import { ConnectionClosed } from "../failures.ts"

/** What calls fail with after `close()`. */
export const closedHere = (): ConnectionClosed => new ConnectionClosed({ reason: "closed by this side" })

/** The source ended and nobody knows more about why. */
export const closedThere = (): ConnectionClosed => new ConnectionClosed({ reason: "the other side ended the stream" })

/** A source or a sink failed with something that is no failure of ours. */
export const closedBecause = (error: unknown): ConnectionClosed =>
  new ConnectionClosed({ reason: error instanceof Error ? error.message : String(error) }, { cause: error })
