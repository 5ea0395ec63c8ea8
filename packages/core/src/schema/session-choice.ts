/** Choosing modes and options of a session (protocol: Session Modes, Session Config Options). */
import * as Schema from "effect/Schema"
import { lenientList } from "./codec/lenient.ts"
import { Meta } from "./scalar.ts"
import { SessionConfigId, SessionConfigOption, SessionConfigValueId, SessionModeId } from "./session-config.ts"
import { SessionId } from "./session-id.ts"

/** Params of `session/set_mode`. */
export class SetSessionModeRequest extends Schema.Opaque<SetSessionModeRequest>()(
  Schema.Struct({ sessionId: SessionId, modeId: SessionModeId, _meta: Meta })
) {}

/** Result of `session/set_mode`. */
export class SetSessionModeResponse extends Schema.Opaque<SetSessionModeResponse>()(Schema.Struct({ _meta: Meta })) {}

const ofOption = { sessionId: SessionId, configId: SessionConfigId, _meta: Meta }

/** Params of `session/set_config_option`. Only a boolean value needs its `type`. */
export const SetSessionConfigOptionRequest = Schema.Union([
  Schema.Struct({ ...ofOption, type: Schema.Literal("boolean"), value: Schema.Boolean }),
  Schema.Struct({ ...ofOption, value: SessionConfigValueId })
])
/** Params of `session/set_config_option`. Only a boolean value needs its `type`. */
export type SetSessionConfigOptionRequest = typeof SetSessionConfigOptionRequest.Type

/** Result of `session/set_config_option`: all options, since one choice can change others. */
export class SetSessionConfigOptionResponse extends Schema.Opaque<SetSessionConfigOptionResponse>()(
  Schema.Struct({ configOptions: lenientList(SessionConfigOption), _meta: Meta })
) {}
