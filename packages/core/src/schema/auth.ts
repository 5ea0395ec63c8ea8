/** Proving to the agent who one is (protocol: Authentication). */
import * as Schema from "effect/Schema"
import { nullAs } from "./codec/lenient.ts"
import type { Tagged } from "./codec/tagged.ts"
import { Meta, optionalNull } from "./scalar.ts"

/** The id of a way to authenticate. */
export const AuthMethodId = Schema.String
/** The id of a way to authenticate. */
export type AuthMethodId = string

const about = { id: AuthMethodId, name: Schema.String, description: optionalNull(Schema.String), _meta: Meta }

/** A way that the agent handles by itself, called by `authenticate`. */
export class AuthMethodAgent extends Schema.Opaque<AuthMethodAgent>()(Schema.Struct(about)) {}

/** A way that needs a terminal: the agent's own command, run there with these arguments and variables more. */
export class AuthMethodTerminal extends Schema.Opaque<AuthMethodTerminal>()(
  Schema.Struct({
    ...about,
    args: Schema.optionalKey(nullAs(Schema.Array(Schema.String), [])),
    env: Schema.optionalKey(nullAs(Schema.Record(Schema.String, Schema.String), {}))
  })
) {}

/** A way to authenticate. Only the kind for a terminal has a `type`; a broken one reads as the agent's own kind. */
export const AuthMethod: Schema.Codec<AuthMethod, unknown> = Schema.Union([
  Schema.Struct({ type: Schema.Literal("terminal"), ...AuthMethodTerminal.fields }),
  AuthMethodAgent
])
/** A way to authenticate. Only the kind for a terminal has a `type`; a broken one reads as the agent's own kind. */
export type AuthMethod = Tagged<"type", { terminal: typeof AuthMethodTerminal }> | AuthMethodAgent

/** Params of `authenticate`. */
export class AuthenticateRequest extends Schema.Opaque<AuthenticateRequest>()(
  Schema.Struct({ methodId: AuthMethodId, _meta: Meta })
) {}

/** Result of `authenticate`. */
export class AuthenticateResponse extends Schema.Opaque<AuthenticateResponse>()(Schema.Struct({ _meta: Meta })) {}

/** Params of `logout`. */
export class LogoutRequest extends Schema.Opaque<LogoutRequest>()(Schema.Struct({ _meta: Meta })) {}

/** Result of `logout`. */
export class LogoutResponse extends Schema.Opaque<LogoutResponse>()(Schema.Struct({ _meta: Meta })) {}
