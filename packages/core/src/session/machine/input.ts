/**
 * What the session machine takes. Wishes are what callers, clocks and handlers want: they lead to effects, never to events.
 * Facts are what came in a line or has been recorded: they alone make events, so a journal, which holds all of them, gives
 * the same events again.
 */
import type { RxacpFailure } from "../../failures.ts"
import type { RequestPermissionOutcome, RequestPermissionRequest, SessionConfigOption } from "../../schema/index.ts"
import type { RpcId } from "../../wire/messages/message.ts"
import type { Outcome } from "../../wire/messages/outcome.ts"
import type { SessionDecision } from "../decision.ts"
import type { PermissionResolved, SessionAnswer } from "../session-event.ts"
import type { Asked } from "./asked.ts"
import type { OpenRequest, PassedCap } from "./state.ts"

/** The clocks of a session. */
export type Clock = Deadline | "quiet"

/** The clocks that end something with a failure. */
export type Deadline = "turn" | "idle" | "cancel" | "request"

/** What is asked for, or what only the live side needs to know. */
export type Wish =
  | Asked
  | { readonly type: "written"; readonly requestId: RpcId }
  | { readonly type: "notWritten"; readonly requestId: RpcId; readonly failure: RxacpFailure }
  | { readonly type: "readerLeft"; readonly requestId: RpcId }
  | { readonly type: "cancelAsked" }
  | { readonly type: "expired"; readonly clock: Deadline; readonly failure: RxacpFailure }
  /** No update has come for a while since the answer to a load. */
  | { readonly type: "quietened" }
  | { readonly type: "capPassed"; readonly cap: PassedCap }
  | {
      readonly type: "requestOpened"
      readonly id: RpcId
      readonly kind: Exclude<OpenRequest["kind"], "permission">
    }
  | { readonly type: "requestClosed"; readonly id: RpcId }
  | {
      readonly type: "permissionAnswered"
      readonly id: RpcId
      readonly outcome: RequestPermissionOutcome
      readonly by: PermissionResolved["by"]
    }

/** What has happened. */
export type Fact =
  | { readonly type: "decided"; readonly decision: SessionDecision }
  | {
      readonly type: "permissionRequested"
      readonly id: RpcId
      readonly request: RequestPermissionRequest
      readonly seq: number
    }
  /** The answer to a prompt, a load or a resume. */
  | {
      readonly type: "answered"
      readonly method: "session/prompt" | "session/load" | "session/resume"
      readonly requestId: RpcId
      readonly outcome: Outcome
      readonly seq?: number | undefined
    }
  /** `session/new` was answered. */
  | { readonly type: "created"; readonly answer: SessionAnswer; readonly seq?: number | undefined }
  | { readonly type: "modeSet"; readonly modeId: string; readonly seq?: number | undefined }
  | {
      readonly type: "configOptionsSet"
      readonly configOptions: ReadonlyArray<SessionConfigOption>
      readonly seq?: number | undefined
    }
  /** An update said what there is to choose from. */
  | { readonly type: "offered"; readonly what: "modes" | "configOptions" }
  /** The session was closed or deleted, or the connection has ended. */
  | { readonly type: "ended"; readonly failure: RxacpFailure }

/** Everything the machine takes besides updates. */
export type Input = Wish | Fact
