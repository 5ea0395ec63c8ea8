/** Decodes the params and results of the protocol's methods. */

import type * as Schema from "effect/Schema"
import { InvalidResult } from "../../failures.ts"
import { fail, type Result } from "../../internal/result.ts"
import { type Method, methods, type ParamsOf, type RequestMethod, type ResultOf } from "../methods.ts"
import { type Decoded, type Decoder, decoder } from "./decoder.ts"
import type { Mismatch } from "./mismatch.ts"

interface Entry {
  readonly params: Schema.Codec<unknown, unknown>
  readonly result?: Schema.Codec<unknown, unknown>
  readonly nullResult?: true
}

const entries: Readonly<Record<Method, Entry>> = methods
const paramsDecoders = new Map(Object.entries(entries).map(([name, { params }]) => [name, decoder(params)]))
const resultDecoders = new Map(
  Object.entries(entries).flatMap(([name, { result }]) => (result ? [[name, decoder(result)] as const] : []))
)

/**
 * Decodes what a peer called a method with, as strictly or leniently as its schema says. Absent and null params count
 * as `{}`. Fails with the path to the first bad place, which is answered as -32602.
 */
export const decodeParams = <M extends Method>(method: M, raw: unknown): Result<Decoded<ParamsOf<M>>, Mismatch> =>
  (paramsDecoders.get(method) as Decoder<ParamsOf<M>>).decode(raw ?? {})

/**
 * Decodes what a peer answered a call with. null counts as `{}` for the methods that the protocol lets answer so; an
 * unknown stop reason is kept. Fails with `InvalidResult`, which names the path and keeps the answer.
 */
export const decodeResult = <M extends RequestMethod>(
  method: M,
  raw: unknown
): Result<Decoded<ResultOf<M>>, InvalidResult> => {
  const decoder = resultDecoders.get(method) as Decoder<ResultOf<M>>
  const decoded = decoder.decode(raw === null && entries[method].nullResult ? {} : raw)
  if (decoded._tag === "Success") return decoded
  const { path, reason } = decoded.failure
  return fail(new InvalidResult({ method, path, reason, raw }))
}
