/** The id of a JSON-RPC request, where a message speaks of another one. */

import * as Schema from "effect/Schema"
import { named } from "./described.ts"
import { Int64 } from "./scalar.ts"

/** The id of a request: a string or a whole number. null is allowed but discouraged. */
export const RequestId = named(
  "RequestId",
  "The id of a request: a string or a whole number. null is allowed but discouraged.",
  Schema.Union([Schema.Null, Int64, Schema.String])
)
/** The id of a request: a string or a whole number. null is allowed but discouraged. */
export type RequestId = typeof RequestId.Type
