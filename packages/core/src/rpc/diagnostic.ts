/** What a connection notices besides its streams: a closed union, for logs and for people who look for a fault. */
import type { Holder } from "../internal/byte-budget.ts"
import type { InvalidReason, RpcError, RpcId } from "../wire/messages/message.ts"

/** An outgoing call that waits for its answer. */
export interface PendingCall {
  readonly id: number
  readonly method: string
}

/**
 * - `Noise`, `InvalidMessage`: a line that is not JSON, or not a message; `text` is its beginning.
 * - `OversizeLine`: a line over the limit was skipped; `pending` names the calls it may have answered, when its id was not found.
 * - `StrayResponse`: an answer that belongs to no call; `DuplicateResponse`: to what has been answered; `LateResponse`: to
 *   what was given up before.
 * - `StringId`: an answer whose id is our number as a string, accepted; `NullError`: a result beside `error: null`, accepted.
 * - `ErrorWithoutId`: the peer could not read one of our messages.
 * - `UnknownNotification`, `InvalidParams`: a notification without a handler, or a call with parameters that can't be read.
 * - `HandlerFailed`: a service threw; `OptionNotOffered`: a permission handler chose an option that was not offered.
 * - `NeverSubscribed`: a call was made, and nothing subscribed to it within a second, so it was never sent.
 * - `ReusedMessageIds`: all text of a turn counted as late, since the agent uses the message ids of earlier turns again.
 * - `UpdateNotSent`: our agent has an update of a kind that the client does not show, for lack of `capability`.
 * - `EventsDropped`: `count` events of a session without a subscriber were dropped, oldest first.
 * - `HeldBytesExceeded`: of what is kept of `holder` the oldest `count` have gone so far, since its share of
 *   `limits.maxHeldBytes` was full; of `requests` and `answers` that many were refused.
 * - `HeldWithCallsPending`: delivery has been held for `ms` while answers are waited for, which is how a deadlock looks.
 */
export type Diagnostic =
  | { readonly _tag: "Noise"; readonly seq: number; readonly text: string }
  | { readonly _tag: "InvalidMessage"; readonly seq: number; readonly reason: InvalidReason; readonly text: string }
  | {
      readonly _tag: "OversizeLine"
      readonly seq: number
      readonly bytes: number
      readonly limit: number
      readonly id?: RpcId
      readonly pending?: ReadonlyArray<PendingCall>
    }
  | { readonly _tag: "StrayResponse"; readonly seq: number; readonly id: RpcId }
  | { readonly _tag: "DuplicateResponse"; readonly seq: number; readonly id: RpcId }
  | { readonly _tag: "LateResponse"; readonly seq: number; readonly id: RpcId; readonly method: string }
  | { readonly _tag: "StringId"; readonly seq: number; readonly id: string; readonly method: string }
  | { readonly _tag: "NullError"; readonly seq: number; readonly id: RpcId; readonly method: string }
  | { readonly _tag: "ErrorWithoutId"; readonly seq: number; readonly error: RpcError }
  | { readonly _tag: "UnknownNotification"; readonly seq: number; readonly method: string }
  | { readonly _tag: "InvalidParams"; readonly seq: number; readonly method: string; readonly reason: string }
  | { readonly _tag: "HandlerFailed"; readonly method: string; readonly reason: string }
  | { readonly _tag: "OptionNotOffered"; readonly sessionId: string; readonly id: RpcId; readonly optionId: string }
  | { readonly _tag: "NeverSubscribed"; readonly method: string }
  | { readonly _tag: "ReusedMessageIds"; readonly sessionId: string; readonly turn: number }
  | {
      readonly _tag: "UpdateNotSent"
      readonly sessionId: string
      readonly sessionUpdate: string
      readonly capability: string
    }
  | { readonly _tag: "EventsDropped"; readonly sessionId: string; readonly count: number }
  | { readonly _tag: "HeldBytesExceeded"; readonly holder: Holder; readonly count: number }
  | { readonly _tag: "HeldWithCallsPending"; readonly ms: number; readonly pending: ReadonlyArray<PendingCall> }
