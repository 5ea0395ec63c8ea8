/** Variables of an environment, as the protocol lists them. */

import * as Schema from "effect/Schema"
import { field, struct } from "./described.ts"
import { Meta } from "./scalar.ts"

/** A variable of the environment of a process. */
export class EnvVariable extends Schema.Opaque<EnvVariable>()(
  struct("EnvVariable", "A variable of the environment of a process.", {
    name: field("The name of the variable.", Schema.String),
    value: field("Its value.", Schema.String),
    _meta: Meta
  })
) {}
