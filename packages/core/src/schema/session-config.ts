/** What a user can choose in a session: modes and configuration options (protocol: Session Modes, Session Config). */
import * as Schema from "effect/Schema"
import { lenientList } from "./codec/lenient.ts"
import { openUnion } from "./codec/tagged.ts"
import { Meta, openWords, optionalNull } from "./scalar.ts"

/** The id of a mode. */
export const SessionModeId = Schema.String
/** The id of a mode. */
export type SessionModeId = string

/** A mode in which the agent can work. */
export class SessionMode extends Schema.Opaque<SessionMode>()(
  Schema.Struct({
    id: SessionModeId,
    name: Schema.String,
    description: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** The modes on offer and the current one. */
export class SessionModeState extends Schema.Opaque<SessionModeState>()(
  Schema.Struct({ currentModeId: SessionModeId, availableModes: lenientList(SessionMode), _meta: Meta })
) {}

/** The id of an option. */
export const SessionConfigId = Schema.String
/** The id of an option. */
export type SessionConfigId = string

/** The id of a value of a select option. */
export const SessionConfigValueId = Schema.String
/** The id of a value of a select option. */
export type SessionConfigValueId = string

/** The id of a group of values. */
export const SessionConfigGroupId = Schema.String
/** The id of a group of values. */
export type SessionConfigGroupId = string

/** What an option is about, as a hint for where to show it. */
export const SessionConfigOptionCategory = openWords(["mode", "model", "model_config", "thought_level"])
/** What an option is about, as a hint for where to show it. */
export type SessionConfigOptionCategory = typeof SessionConfigOptionCategory.Type

/** A value of a select option. */
export class SessionConfigSelectOption extends Schema.Opaque<SessionConfigSelectOption>()(
  Schema.Struct({
    value: SessionConfigValueId,
    name: Schema.String,
    description: optionalNull(Schema.String),
    _meta: Meta
  })
) {}

/** Values of a select option under one heading. */
export class SessionConfigSelectGroup extends Schema.Opaque<SessionConfigSelectGroup>()(
  Schema.Struct({
    group: SessionConfigGroupId,
    name: Schema.String,
    options: lenientList(SessionConfigSelectOption),
    _meta: Meta
  })
) {}

/** The values of a select option, in one list or in groups, never mixed. */
export const SessionConfigSelectOptions = Schema.Union([
  Schema.Array(SessionConfigSelectOption),
  Schema.Array(SessionConfigSelectGroup)
])
/** The values of a select option, in one list or in groups, never mixed. */
export type SessionConfigSelectOptions = typeof SessionConfigSelectOptions.Type

/** A choice among values. */
export class SessionConfigSelect extends Schema.Opaque<SessionConfigSelect>()(
  Schema.Struct({ currentValue: SessionConfigValueId, options: SessionConfigSelectOptions })
) {}

/** A switch. */
export class SessionConfigBoolean extends Schema.Opaque<SessionConfigBoolean>()(
  Schema.Struct({ currentValue: Schema.Boolean })
) {}

const about = {
  id: SessionConfigId,
  name: Schema.String,
  description: optionalNull(Schema.String),
  category: optionalNull(SessionConfigOptionCategory),
  _meta: Meta
}

/** An option of a session with its current value, told apart by `type`. */
export const SessionConfigOption = openUnion({
  select: Schema.Struct({ ...about, ...SessionConfigSelect.fields }),
  boolean: Schema.Struct({ ...about, ...SessionConfigBoolean.fields })
})
/** An option of a session with its current value, told apart by `type`. */
export type SessionConfigOption = typeof SessionConfigOption.Type
