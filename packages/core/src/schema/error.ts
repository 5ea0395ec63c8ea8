/** How a request is answered when it fails (protocol: Error Handling). */
import * as Schema from "effect/Schema"
import { lenientKey } from "./lenient.ts"
import { Int32 } from "./scalar.ts"

/** The codes that JSON-RPC 2.0 and the protocol define. */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
  authRequired: -32000,
  resourceNotFound: -32002
} as const

/** The code of an error: one of `errorCodes` or any other whole number of 32 bits. */
export const ErrorCode = Int32
/** The code of an error: one of `errorCodes` or any other whole number of 32 bits. */
export type ErrorCode = typeof ErrorCode.Type

/** The error of an answer. The protocol's schema calls it `Error`. */
export class ErrorObject extends Schema.Opaque<ErrorObject>()(
  Schema.Struct({ code: ErrorCode, message: Schema.String, data: lenientKey(Schema.Unknown) })
) {}
