/** What a scripted agent does beneath its messages: bytes, and the life of its process. */
import type { Transport } from "../transport/transport.ts"
import { chunksOf } from "./cuts.ts"

/** The agent's end of a stream, with what only a test agent does to it. */
export interface AgentPort {
  /** The agent's own transport. */
  readonly transport: Transport
  /** Writes bytes past the transport; a promise when more have to wait. */
  readonly writeBytes: (bytes: Uint8Array) => void | Promise<void>
  /** Ends the agent without another word. */
  readonly exit: (code: number | null, signal?: string | null) => void
  readonly stderr: (text: string) => void
  readonly grandchild: () => void
}

/** A writer that cuts what is written into chunks of `size` bytes. */
export const inChunks =
  (size: number | undefined, write: AgentPort["writeBytes"]): AgentPort["writeBytes"] =>
  (bytes) => {
    if (size === undefined) return write(bytes)
    let last: void | Promise<void> | undefined
    for (const chunk of chunksOf(bytes, size)) last = write(chunk)
    return last
  }
