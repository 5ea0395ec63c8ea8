/** A turn, and a request that the agent makes in one, as the state keeps them. */
import type { ContentBlock, FailureJson, LimitName, Omitted, PermissionRequested, TurnUsage } from "@rxacp/core"

/** One prompt and how it ended. Without `stopReason` and `failure` it is still running. */
export interface TurnState {
  /** Its number, counted from 1 by the connection. */
  readonly turn: number
  /** Length of the timeline when it began: its entries start there, and the prompt stands before them. */
  readonly at: number
  readonly prompt: ReadonlyArray<ContentBlock>
  /** The agent's word, known to this version or not. */
  readonly stopReason?: string
  /** Present when the agent was asked to stop, whatever it then answered. */
  readonly cancelRequested?: true
  readonly failure?: FailureJson
  readonly usage?: TurnUsage
  /** The first cap of the turn that was passed. */
  readonly overflow?: { readonly limit: LimitName; readonly max: number }
  /** What a cap left out. */
  readonly omitted?: Omitted
}

/** A permission request that waits for its answer. */
export type PendingPermission = Pick<PermissionRequested, "id" | "request"> & {
  /** Set when the turn in which it was asked is over: the end of a turn answers no request. */
  readonly turnEnded?: true
}
