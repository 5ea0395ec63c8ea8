/** Reads the params of an incoming call, or says in the answer where they are wrong. */

import { RequestFailed } from "../failures.ts"
import { orThrow } from "../internal/result.ts"
import { decodeParams } from "../schema/codec/decode-method.ts"
import type { Method, ParamsOf } from "../schema/methods.ts"
import { RpcErrorCode } from "../wire/messages/error-codes.ts"
import type { Notification, Request } from "../wire/messages/message.ts"
import type { Diagnostic } from "./diagnostic.ts"

/** The answer of -32602 that names the bad place. */
export const invalidParams = (method: string, reason: string, path: ReadonlyArray<string | number>): RequestFailed =>
  new RequestFailed({ code: RpcErrorCode.InvalidParams, message: "Invalid params", data: { reason, path }, method })

/** The decoded params of a call; those that can't be read are reported, and thrown as the answer to it. */
export const callParams = <M extends Method>(
  method: M,
  { params, seq }: Request | Notification,
  diagnose: (diagnostic: Diagnostic) => void
): ParamsOf<M> =>
  orThrow(decodeParams(method, params), ({ reason, path }) => {
    diagnose({ _tag: "InvalidParams", seq, method, reason })
    return invalidParams(method, reason, path)
  }).value
