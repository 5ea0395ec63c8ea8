/** Asking the user for permission (protocol: Tool Calls, Requesting Permission). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { knownWords, Meta } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { taggedUnion } from "./tagged.ts"
import { ToolCallUpdate } from "./tool-call.ts"

/** The id of an option; it is the answer. */
export const PermissionOptionId = named("PermissionOptionId", "The id of an option; it is the answer.", Schema.String)
/** The id of an option; it is the answer. */
export type PermissionOptionId = string

/** What an option means, as a hint for how to show it. A word from a later version is kept and reported. */
export const PermissionOptionKind = named(
  "PermissionOptionKind",
  "What an option means, as a hint for how to show it. A word from a later version is kept and reported.",
  knownWords(["allow_once", "allow_always", "reject_once", "reject_always"])
)
/** What an option means, as a hint for how to show it. A word from a later version is kept and reported. */
export type PermissionOptionKind = typeof PermissionOptionKind.Type

/** One way to answer. */
export class PermissionOption extends Schema.Opaque<PermissionOption>()(
  struct("PermissionOption", "One way to answer.", {
    optionId: field("The id to answer with.", PermissionOptionId),
    name: field("The words to show.", Schema.String),
    kind: field("What choosing it means. A kind from a later version is kept as it came.", PermissionOptionKind),
    _meta: Meta
  })
) {}

/** Params of `session/request_permission`. */
export class RequestPermissionRequest extends Schema.Opaque<RequestPermissionRequest>()(
  struct("RequestPermissionRequest", "Params of `session/request_permission`.", {
    sessionId: field("The session that asks.", SessionId),
    toolCall: field("The tool call that needs permission.", ToolCallUpdate),
    options: field("The answers to choose from.", Schema.Array(PermissionOption)),
    _meta: Meta
  })
) {}

/** The choice of an option. */
export class SelectedPermissionOutcome extends Schema.Opaque<SelectedPermissionOutcome>()(
  struct("SelectedPermissionOutcome", "The choice of an option.", {
    optionId: field("The id of the option that was chosen.", PermissionOptionId),
    _meta: Meta
  })
) {}

/** A choice, or no choice because the turn was cancelled. Refusing is choosing an option that rejects. */
export const RequestPermissionOutcome = named(
  "RequestPermissionOutcome",
  "A choice, or no choice because the turn was cancelled. Refusing is choosing an option that rejects.",
  taggedUnion("outcome", {
    cancelled: Schema.Struct({}),
    selected: SelectedPermissionOutcome
  })
)
/** A choice, or no choice because the turn was cancelled. Refusing is choosing an option that rejects. */
export type RequestPermissionOutcome = typeof RequestPermissionOutcome.Type

/** Result of `session/request_permission`. */
export class RequestPermissionResponse extends Schema.Opaque<RequestPermissionResponse>()(
  struct("RequestPermissionResponse", "Result of `session/request_permission`.", {
    outcome: field("What was decided.", RequestPermissionOutcome),
    _meta: Meta
  })
) {}
