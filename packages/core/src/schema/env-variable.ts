/** Variables of an environment, as the protocol lists them. */
import * as Schema from "effect/Schema"
import { Meta } from "./scalar.ts"

/** A variable of the environment of a process. */
export class EnvVariable extends Schema.Opaque<EnvVariable>()(
  Schema.Struct({ name: Schema.String, value: Schema.String, _meta: Meta })
) {}
