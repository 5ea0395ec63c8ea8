/** Checks what a service answered before it is written. */
import { orThrow } from "../internal/result.ts"
import { decodeResult } from "../schema/codec/decode-method.ts"
import type { AgentRequest, ResultOf } from "../schema/methods.ts"

/** The result as it came from the service; none is an empty one. Throws `InvalidResult` for one the protocol does not allow. */
export const checkedResult = <M extends AgentRequest>(method: M, result: unknown): ResultOf<M> => {
  const given = result ?? {}
  orThrow(decodeResult(method, given))
  return given as ResultOf<M>
}
