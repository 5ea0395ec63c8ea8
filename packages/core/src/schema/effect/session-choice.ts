/** Choosing modes and options of a session (protocol: Session Modes, Session Config Options). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientList } from "./lenient.ts"
import { Meta } from "./scalar.ts"
import { SessionConfigId, SessionConfigOption, SessionConfigValueId, SessionModeId } from "./session-config.ts"
import { SessionId } from "./session-id.ts"

/** Params of `session/set_mode`. */
export class SetSessionModeRequest extends Schema.Opaque<SetSessionModeRequest>()(
  struct("SetSessionModeRequest", "Params of `session/set_mode`.", {
    sessionId: field("The id of the session.", SessionId),
    modeId: field("The mode to change to.", SessionModeId),
    _meta: Meta
  })
) {}

/** Result of `session/set_mode`. */
export class SetSessionModeResponse extends Schema.Opaque<SetSessionModeResponse>()(
  struct("SetSessionModeResponse", "Result of `session/set_mode`.", { _meta: Meta })
) {}

const ofOption = {
  sessionId: field("The id of the session.", SessionId),
  configId: field("The id of the option.", SessionConfigId),
  _meta: Meta
}

/** Params of `session/set_config_option`. Only a boolean value needs its `type`. */
export const SetSessionConfigOptionRequest = named(
  "SetSessionConfigOptionRequest",
  "Params of `session/set_config_option`. Only a boolean value needs its `type`.",
  Schema.Union([
    Schema.Struct({
      ...ofOption,
      type: field("Says that `value` is a boolean.", Schema.Literal("boolean")),
      value: field("The new value.", Schema.Boolean)
    }),
    Schema.Struct({ ...ofOption, value: field("The id of the new value.", SessionConfigValueId) })
  ])
)
/** Params of `session/set_config_option`. Only a boolean value needs its `type`. */
export type SetSessionConfigOptionRequest = typeof SetSessionConfigOptionRequest.Type

/** Result of `session/set_config_option`: all options, since one choice can change others. */
export class SetSessionConfigOptionResponse extends Schema.Opaque<SetSessionConfigOptionResponse>()(
  struct(
    "SetSessionConfigOptionResponse",
    "Result of `session/set_config_option`: all options, since one choice can change others.",
    { configOptions: field("All options with their values.", lenientList(SessionConfigOption)), _meta: Meta }
  )
) {}
