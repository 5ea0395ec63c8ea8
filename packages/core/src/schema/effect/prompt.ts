/** A turn: the prompt that starts it, its updates, its cancellation (protocol: Prompt Turn, Cancellation). */

import * as Schema from "effect/Schema"
import { ContentBlock } from "./content.ts"
import { field, named, struct } from "./described.ts"
import { RequestId } from "./request-id.ts"
import { Meta, openWords, optionalNull, Uint64 } from "./scalar.ts"
import { SessionId } from "./session-id.ts"
import { SessionUpdate } from "./session-update.ts"

/** Params of `session/prompt`. */
export class PromptRequest extends Schema.Opaque<PromptRequest>()(
  struct("PromptRequest", "Params of `session/prompt`.", {
    sessionId: field("The session to prompt.", SessionId),
    prompt: field("What the user says.", Schema.Array(ContentBlock)),
    _meta: Meta
  })
) {}

/** Why a turn ended. Agents say other words too, such as `error`; those end the turn as well. */
export const StopReason = named(
  "StopReason",
  "Why a turn ended. Agents say other words too, such as `error`; those end the turn as well.",
  openWords(["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"])
)
/** Why a turn ended. Agents say other words too, such as `error`; those end the turn as well. */
export type StopReason = typeof StopReason.Type

/** The tokens of a turn. The stable protocol has no place for them; the draft that agents follow puts them here. */
export class Usage extends Schema.Opaque<Usage>()(
  struct(
    "Usage",
    "The tokens of a turn. The stable protocol has no place for them; the draft that agents follow puts them here.",
    {
      totalTokens: field("All tokens.", optionalNull(Uint64)),
      inputTokens: field("Tokens that the model read.", optionalNull(Uint64)),
      outputTokens: field("Tokens that the model wrote.", optionalNull(Uint64)),
      thoughtTokens: field("Tokens that the model thought with.", optionalNull(Uint64)),
      cachedReadTokens: field("Tokens read from a cache.", optionalNull(Uint64)),
      cachedWriteTokens: field("Tokens written to a cache.", optionalNull(Uint64)),
      _meta: Meta
    }
  )
) {}

/** Result of `session/prompt`. */
export class PromptResponse extends Schema.Opaque<PromptResponse>()(
  struct("PromptResponse", "Result of `session/prompt`.", {
    stopReason: field("Why the turn ended.", StopReason),
    usage: field("The tokens that the turn took, which several agents tell.", optionalNull(Usage)),
    _meta: Meta
  })
) {}

/** Params of `session/update`. */
export class SessionNotification extends Schema.Opaque<SessionNotification>()(
  struct("SessionNotification", "Params of `session/update`.", {
    sessionId: field("The session that it is about.", SessionId),
    update: field("What the agent reports.", SessionUpdate),
    _meta: Meta
  })
) {}

/** Params of `session/cancel`. */
export class CancelNotification extends Schema.Opaque<CancelNotification>()(
  struct("CancelNotification", "Params of `session/cancel`.", {
    sessionId: field("The session whose turn to cancel.", SessionId),
    _meta: Meta
  })
) {}

/** Params of `$/cancel_request`. The request is still answered, by a result or by -32800. */
export class CancelRequestNotification extends Schema.Opaque<CancelRequestNotification>()(
  struct(
    "CancelRequestNotification",
    "Params of `$/cancel_request`. The request is still answered, by a result or by -32800.",
    { requestId: field("The id of the request to give up.", RequestId), _meta: Meta }
  )
) {}
