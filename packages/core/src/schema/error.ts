/** How a request is answered when it fails (protocol: Error Handling). */
import * as Schema from "effect/Schema"
import { lenientKey } from "./codec/lenient.ts"
import { Int32 } from "./scalar.ts"

/** The code of an error: one that the protocol names, or any other whole number of 32 bits. */
export const ErrorCode = Int32
/** The code of an error: one that the protocol names, or any other whole number of 32 bits. */
export type ErrorCode = typeof ErrorCode.Type

/** The error of an answer. The protocol's schema calls it `Error`. */
export class ErrorObject extends Schema.Opaque<ErrorObject>()(
  Schema.Struct({ code: ErrorCode, message: Schema.String, data: lenientKey(Schema.Unknown) })
) {}
