/** Proving to the agent who one is (protocol: Authentication). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { nullAs } from "./lenient.ts"
import { Meta, optionalNull } from "./scalar.ts"
import { type Tagged, tagged } from "./tagged.ts"

/** The id of a way to authenticate. */
export const AuthMethodId = named("AuthMethodId", "The id of a way to authenticate.", Schema.String)
/** The id of a way to authenticate. */
export type AuthMethodId = string

const about = {
  id: field("The id to call `authenticate` with.", AuthMethodId),
  name: field("The name to show.", Schema.String),
  description: field("More to show, if any.", optionalNull(Schema.String)),
  _meta: Meta
}

/** A way that the agent handles by itself, called by `authenticate`. */
export class AuthMethodAgent extends Schema.Opaque<AuthMethodAgent>()(
  struct("AuthMethodAgent", "A way that the agent handles by itself, called by `authenticate`.", about)
) {}

/** A way that needs a terminal: the agent's own command, run there with these arguments and variables more. */
export class AuthMethodTerminal extends Schema.Opaque<AuthMethodTerminal>()(
  struct(
    "AuthMethodTerminal",
    "A way that needs a terminal: the agent's own command, run there with these arguments and variables more.",
    {
      ...about,
      args: field(
        "Arguments to add to the agent's own command.",
        Schema.optionalKey(nullAs(Schema.Array(Schema.String), []))
      ),
      env: field(
        "Environment variables to add, by name.",
        Schema.optionalKey(nullAs(Schema.Record(Schema.String, Schema.String), {}))
      )
    }
  )
) {}

/** A way to authenticate. Only the kind for a terminal has a `type`; a broken one reads as the agent's own kind. */
export const AuthMethod: Schema.Codec<AuthMethod, unknown> = named(
  "AuthMethod",
  "A way to authenticate. Only the kind for a terminal has a `type`; a broken one reads as the agent's own kind.",
  Schema.Union([tagged("type", "terminal", AuthMethodTerminal), AuthMethodAgent])
)
/** A way to authenticate. Only the kind for a terminal has a `type`; a broken one reads as the agent's own kind. */
export type AuthMethod = Tagged<"type", { terminal: typeof AuthMethodTerminal }> | AuthMethodAgent

/** Params of `authenticate`. */
export class AuthenticateRequest extends Schema.Opaque<AuthenticateRequest>()(
  struct("AuthenticateRequest", "Params of `authenticate`.", {
    methodId: field("The `id` of one of the agent's `authMethods`.", AuthMethodId),
    _meta: Meta
  })
) {}

/** Result of `authenticate`. */
export class AuthenticateResponse extends Schema.Opaque<AuthenticateResponse>()(
  struct("AuthenticateResponse", "Result of `authenticate`.", { _meta: Meta })
) {}

/** Params of `logout`. */
export class LogoutRequest extends Schema.Opaque<LogoutRequest>()(
  struct("LogoutRequest", "Params of `logout`.", { _meta: Meta })
) {}

/** Result of `logout`. */
export class LogoutResponse extends Schema.Opaque<LogoutResponse>()(
  struct("LogoutResponse", "Result of `logout`.", { _meta: Meta })
) {}
