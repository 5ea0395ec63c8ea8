/** What the session machine wants done; only a live connection does it, in the order of the list. */
import type { RxacpFailure } from "../../failures.ts"
import type { RequestPermissionOutcome } from "../../schema/index.ts"
import type { RpcId } from "../../wire/messages/message.ts"
import type { SessionDecision } from "../decision.ts"
import type { Clock } from "./input.ts"

/** One thing to do. */
export type Effect =
  /** Put the decision in the journal, then hand it back as `decided`. */
  | { readonly type: "record"; readonly decision: SessionDecision }
  /** Write the call, then say `written` or `notWritten`. */
  | { readonly type: "send"; readonly requestId: RpcId }
  | { readonly type: "sendCancel" }
  /** Send `$/cancel_request`. */
  | { readonly type: "askToCancel"; readonly requestId: RpcId }
  /** Wait no longer for the answer to a call. */
  | { readonly type: "forget"; readonly requestId: RpcId }
  /** Ask the permission handler. */
  | { readonly type: "ask"; readonly id: RpcId }
  | { readonly type: "answer"; readonly id: RpcId; readonly outcome: RequestPermissionOutcome }
  /** Answer a form as cancelled, or break off any other request. */
  | { readonly type: "withdraw"; readonly id: RpcId }
  /** Another request with this id is open: refuse the second. */
  | { readonly type: "refuseRequest"; readonly id: RpcId }
  | { readonly type: "start"; readonly clock: Clock }
  | { readonly type: "stop"; readonly clocks: ReadonlyArray<Clock> }
  /** End the reader of a prompt, load or resume. */
  | { readonly type: "finish"; readonly requestId: RpcId; readonly failure?: RxacpFailure | undefined }
  /** Nothing more happens in the session. */
  | { readonly type: "complete" }
