/** What a user can choose in a session: modes and configuration options (protocol: Session Modes, Session Config). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientList } from "./lenient.ts"
import { Meta, openWords, optionalNull } from "./scalar.ts"
import { openUnion } from "./tagged.ts"

/** The id of a mode. */
export const SessionModeId = named("SessionModeId", "The id of a mode.", Schema.String)
/** The id of a mode. */
export type SessionModeId = string

/** A mode in which the agent can work. */
export class SessionMode extends Schema.Opaque<SessionMode>()(
  struct("SessionMode", "A mode in which the agent can work.", {
    id: field("The id of the mode.", SessionModeId),
    name: field("The name to show.", Schema.String),
    description: field("More to show, if any.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** The modes on offer and the current one. */
export class SessionModeState extends Schema.Opaque<SessionModeState>()(
  struct("SessionModeState", "The modes on offer and the current one.", {
    currentModeId: field("The id of the current mode.", SessionModeId),
    availableModes: field("The modes to choose from.", lenientList(SessionMode)),
    _meta: Meta
  })
) {}

/** The id of an option. */
export const SessionConfigId = named("SessionConfigId", "The id of an option.", Schema.String)
/** The id of an option. */
export type SessionConfigId = string

/** The id of a value of a select option. */
export const SessionConfigValueId = named(
  "SessionConfigValueId",
  "The id of a value of a select option.",
  Schema.String
)
/** The id of a value of a select option. */
export type SessionConfigValueId = string

/** The id of a group of values. */
export const SessionConfigGroupId = named("SessionConfigGroupId", "The id of a group of values.", Schema.String)
/** The id of a group of values. */
export type SessionConfigGroupId = string

/** What an option is about, as a hint for where to show it. */
export const SessionConfigOptionCategory = named(
  "SessionConfigOptionCategory",
  "What an option is about, as a hint for where to show it.",
  openWords(["mode", "model", "model_config", "thought_level"])
)
/** What an option is about, as a hint for where to show it. */
export type SessionConfigOptionCategory = typeof SessionConfigOptionCategory.Type

/** A value of a select option. */
export class SessionConfigSelectOption extends Schema.Opaque<SessionConfigSelectOption>()(
  struct("SessionConfigSelectOption", "A value of a select option.", {
    value: field("The id of the value.", SessionConfigValueId),
    name: field("The name to show.", Schema.String),
    description: field("More to show, if any.", optionalNull(Schema.String)),
    _meta: Meta
  })
) {}

/** Values of a select option under one heading. */
export class SessionConfigSelectGroup extends Schema.Opaque<SessionConfigSelectGroup>()(
  struct("SessionConfigSelectGroup", "Values of a select option under one heading.", {
    group: field("The id of the group.", SessionConfigGroupId),
    name: field("The heading to show.", Schema.String),
    options: field("The values in the group.", lenientList(SessionConfigSelectOption)),
    _meta: Meta
  })
) {}

/** The values of a select option, in one list or in groups, never mixed. */
export const SessionConfigSelectOptions = named(
  "SessionConfigSelectOptions",
  "The values of a select option, in one list or in groups, never mixed.",
  Schema.Union([Schema.Array(SessionConfigSelectOption), Schema.Array(SessionConfigSelectGroup)])
)
/** The values of a select option, in one list or in groups, never mixed. */
export type SessionConfigSelectOptions = typeof SessionConfigSelectOptions.Type

/** A choice among values. */
export class SessionConfigSelect extends Schema.Opaque<SessionConfigSelect>()(
  struct("SessionConfigSelect", "A choice among values.", {
    currentValue: field("The id of the chosen value.", SessionConfigValueId),
    options: field("The values to choose from.", SessionConfigSelectOptions)
  })
) {}

/** A switch. */
export class SessionConfigBoolean extends Schema.Opaque<SessionConfigBoolean>()(
  struct("SessionConfigBoolean", "A switch.", { currentValue: field("Whether it is on.", Schema.Boolean) })
) {}

const about = {
  id: field("The id of the option.", SessionConfigId),
  name: field("The name to show.", Schema.String),
  description: field("More to show, if any.", optionalNull(Schema.String)),
  category: field("What it is about, as a hint for where to show it.", optionalNull(SessionConfigOptionCategory)),
  _meta: Meta
}

/** An option of a session with its current value, told apart by `type`. */
export const SessionConfigOption = named(
  "SessionConfigOption",
  "An option of a session with its current value, told apart by `type`.",
  openUnion({
    select: Schema.Struct({ ...about, ...SessionConfigSelect.fields }),
    boolean: Schema.Struct({ ...about, ...SessionConfigBoolean.fields })
  })
)
/** An option of a session with its current value, told apart by `type`. */
export type SessionConfigOption = typeof SessionConfigOption.Type
