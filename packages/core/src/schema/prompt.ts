/** A turn: the prompt that starts it, its updates, its cancellation (protocol: Prompt Turn, Cancellation). */
import * as Schema from "effect/Schema"
import { ContentBlock } from "./content.ts"
import { RequestId } from "./request-id.ts"
import { Meta, openWords } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { SessionUpdate } from "./session-update.ts"

/** Params of `session/prompt`. */
export class PromptRequest extends Schema.Opaque<PromptRequest>()(
  Schema.Struct({ sessionId: SessionId, prompt: Schema.Array(ContentBlock), _meta: Meta })
) {}

/** Why a turn ended. Agents say other words too, such as `error`; those end the turn as well. */
export const StopReason = openWords(["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"])
/** Why a turn ended. Agents say other words too, such as `error`; those end the turn as well. */
export type StopReason = typeof StopReason.Type

/** Result of `session/prompt`. */
export class PromptResponse extends Schema.Opaque<PromptResponse>()(
  Schema.Struct({ stopReason: StopReason, _meta: Meta })
) {}

/** Params of `session/update`. */
export class SessionNotification extends Schema.Opaque<SessionNotification>()(
  Schema.Struct({ sessionId: SessionId, update: SessionUpdate, _meta: Meta })
) {}

/** Params of `session/cancel`. */
export class CancelNotification extends Schema.Opaque<CancelNotification>()(
  Schema.Struct({ sessionId: SessionId, _meta: Meta })
) {}

/** Params of `$/cancel_request`. The request is still answered, by a result or by -32800. */
export class CancelRequestNotification extends Schema.Opaque<CancelRequestNotification>()(
  Schema.Struct({ requestId: RequestId, _meta: Meta })
) {}
