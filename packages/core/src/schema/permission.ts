/** Asking the user for permission (protocol: Tool Calls, Requesting Permission). */
import * as Schema from "effect/Schema"
import { taggedUnion } from "./codec/tagged.ts"
import { Meta } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { ToolCallUpdate } from "./tool-call.ts"

/** The id of an option; it is the answer. */
export const PermissionOptionId = Schema.String
/** The id of an option; it is the answer. */
export type PermissionOptionId = string

/** What an option means, as a hint for how to show it. */
export const PermissionOptionKind = Schema.Literals(["allow_once", "allow_always", "reject_once", "reject_always"])
/** What an option means, as a hint for how to show it. */
export type PermissionOptionKind = typeof PermissionOptionKind.Type

/** One way to answer. */
export class PermissionOption extends Schema.Opaque<PermissionOption>()(
  Schema.Struct({ optionId: PermissionOptionId, name: Schema.String, kind: PermissionOptionKind, _meta: Meta })
) {}

/** Params of `session/request_permission`. */
export class RequestPermissionRequest extends Schema.Opaque<RequestPermissionRequest>()(
  Schema.Struct({
    sessionId: SessionId,
    toolCall: ToolCallUpdate,
    options: Schema.Array(PermissionOption),
    _meta: Meta
  })
) {}

/** The choice of an option. */
export class SelectedPermissionOutcome extends Schema.Opaque<SelectedPermissionOutcome>()(
  Schema.Struct({ optionId: PermissionOptionId, _meta: Meta })
) {}

/** A choice, or no choice because the turn was cancelled. Refusing is choosing an option that rejects. */
export const RequestPermissionOutcome = taggedUnion("outcome", {
  cancelled: Schema.Struct({}),
  selected: SelectedPermissionOutcome
})
/** A choice, or no choice because the turn was cancelled. Refusing is choosing an option that rejects. */
export type RequestPermissionOutcome = typeof RequestPermissionOutcome.Type

/** Result of `session/request_permission`. */
export class RequestPermissionResponse extends Schema.Opaque<RequestPermissionResponse>()(
  Schema.Struct({ outcome: RequestPermissionOutcome, _meta: Meta })
) {}
