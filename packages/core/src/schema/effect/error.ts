/** How a request is answered when it fails (protocol: Error Handling). */

import * as Schema from "effect/Schema"
import { field, named, struct } from "./described.ts"
import { lenientKey } from "./lenient.ts"
import { Int32 } from "./scalar.ts"

/** The code of an error: one that the protocol names, or any other whole number of 32 bits. */
export const ErrorCode = named(
  "ErrorCode",
  "The code of an error: one that the protocol names, or any other whole number of 32 bits.",
  Int32
)
/** The code of an error: one that the protocol names, or any other whole number of 32 bits. */
export type ErrorCode = typeof ErrorCode.Type

/** The error of an answer. The protocol's schema calls it `Error`. */
export class ErrorObject extends Schema.Opaque<ErrorObject>()(
  struct("ErrorObject", "The error of an answer. The protocol's schema calls it `Error`.", {
    code: field("What kind of error it is.", ErrorCode),
    message: field("One sentence about it.", Schema.String),
    data: field("More about it, in no fixed form.", lenientKey(Schema.Unknown))
  })
) {}
