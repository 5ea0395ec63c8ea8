/** Checks params before they are written, so that nothing is written that the peer has to reject. */
import { InvalidCall } from "../failures.ts"
import { decodeParams } from "../schema/codec/decode-method.ts"
import type { ClientRequest, ParamsOf } from "../schema/methods.ts"

/** The params of a call. Throws `InvalidCall` for those that the protocol does not allow, with the place. */
export const checkedParams = <M extends ClientRequest>(method: M, params: ParamsOf<M>): ParamsOf<M> => {
  const decoded = decodeParams(method, params)
  if (decoded._tag === "Failure") {
    const { path, reason } = decoded.failure
    throw new InvalidCall({ method, path, reason })
  }
  for (const key of ["cwd", "additionalDirectories"] as const) {
    const value = key in params ? (params as Readonly<Record<string, unknown>>)[key] : undefined
    for (const path of Array.isArray(value) ? value : [value]) {
      if (typeof path === "string" && !isAbsolute(path)) {
        throw new InvalidCall({ method, path: [key], reason: `the path is not absolute: ${path}` })
      }
    }
  }
  return params
}

/** Whether a path is absolute where the agent may run: on POSIX, or on Windows. */
const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)
