/** Local decisions about a session; recorded before they take effect. */
import type { FailureJson } from "../failures.ts"
import type { ContentBlock, RequestPermissionOutcome } from "../schema/index.ts"
import type { RpcId } from "../wire/messages/message.ts"
import type { ReplyLimits } from "./limits.ts"
import type { LimitName } from "./session-event.ts"

/** One decision about a session. */
export type SessionDecision =
  | {
      readonly type: "turnStarted"
      readonly sessionId: string
      readonly turn: number
      readonly requestId: RpcId
      readonly prompt: ReadonlyArray<ContentBlock>
      readonly limits?: ReplyLimits
    }
  | {
      readonly type: "loadStarted"
      readonly sessionId: string
      readonly requestId: RpcId
      /** The load ends with `loadSettled`, some time after its answer. */
      readonly quiet?: boolean
    }
  | { readonly type: "loadSettled"; readonly sessionId: string }
  | {
      readonly type: "permissionResolved"
      readonly sessionId: string
      readonly id: RpcId
      readonly outcome: RequestPermissionOutcome
      readonly by: "policy" | "handler" | "cancel"
    }
  | { readonly type: "cancelRequested"; readonly sessionId: string }
  | {
      readonly type: "overflow"
      readonly sessionId: string
      readonly limit: LimitName
      readonly max: number
      readonly seq: number
    }
  | { readonly type: "turnFailed"; readonly sessionId: string; readonly turn: number; readonly failure: FailureJson }
  | { readonly type: "loadFailed"; readonly sessionId: string; readonly failure: FailureJson }
  /** A session that only the agent had named is no longer kept; a later mention of its id starts a new one. */
  | { readonly type: "sessionForgotten"; readonly sessionId: string }
