/** The journal format, version 1: what was received, sent and decided, in the order in which it took effect. */
import type { FailureJson } from "../failures.ts"
import type { SessionDecision } from "../session/decision.ts"
import type { ConnectionLimits } from "../session/limits.ts"
import type { UnstableFeature } from "../session/unstable/features.ts"

export type { SessionDecision } from "../session/decision.ts"

/** A local decision about a session or about the connection; recorded before it takes effect. */
export type LocalDecision =
  | {
      readonly type: "connected"
      readonly limits: ConnectionLimits
      /** What was used of the unstable protocol; absent when nothing was. */
      readonly unstable?: ReadonlyArray<UnstableFeature>
    }
  | SessionDecision
  | { readonly type: "ended"; readonly failure?: FailureJson }

interface Numbered {
  /** Running number of the record in its transport, from 1. */
  readonly n: number
  /** The transport's epoch. */
  readonly epoch: number
}

/** One incoming line: as text, as base64 when it is not UTF-8, or as the marker of a line over the limit. */
export interface IncomingRecord extends Numbered {
  readonly direction: "in"
  /** Number of the incoming line, from 1. */
  readonly seq: number
  /** Number of the chunk that brought the line's end; decisions made while it was delivered follow its last line. */
  readonly chunk: number
  readonly text?: string
  readonly base64?: string
  readonly oversize?: { readonly bytes: number; readonly limit: number; readonly head: string; readonly tail: string }
}

/** One outgoing line. */
export interface OutgoingRecord extends Numbered {
  readonly direction: "out"
  readonly text: string
}

/** One local decision, which took effect after line `after` and before the next. */
export interface LocalRecord extends Numbered {
  readonly direction: "local"
  readonly after: number
  readonly decision: LocalDecision
}

/** One entry of a journal. */
export type JournalRecord = IncomingRecord | OutgoingRecord | LocalRecord

/** Where records go. Called once per chunk of input; what it returns is awaited before any line of it is delivered. */
export interface Journal {
  append(records: ReadonlyArray<JournalRecord>): void | Promise<void>
}
