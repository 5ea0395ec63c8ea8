/** Decodes the params and results of the protocol's methods. */
import { InvalidResult } from "../../failures.ts"
import { fail, type Result } from "../../internal/result.ts"
import { methodShapes } from "../../protocol/tables.ts"
import {
  type Method,
  type MethodTraits,
  methods,
  type ParamsOf,
  type RequestMethod,
  type ResultOf
} from "../methods.ts"
import { type Decoded, type DecodeOptions, type Decoder, decoder } from "./decoder.ts"
import type { Mismatch } from "./mismatch.ts"

const known = new Map<string, Decoder<unknown>>()

/** The decoder of what a method is called with or answered with, made at its first use. */
const decoderOf = <T>(method: Method, role: "params" | "result"): Decoder<T> => {
  const key = `${method} ${role}`
  const made = known.get(key) ?? decoder<unknown>(methodShapes[method]?.[role] ?? "any")
  known.set(key, made)
  // The generated tables and types come of the same schemas.
  return made as Decoder<T>
}

/**
 * Decodes what a peer called a method with, as strictly or leniently as its schema says. Absent and null params count
 * as `{}`. Fails with the path to the first bad place, which is answered as -32602.
 */
export const decodeParams = <M extends Method>(
  method: M,
  raw: unknown,
  options?: DecodeOptions
): Result<Decoded<ParamsOf<M>>, Mismatch> => decoderOf<ParamsOf<M>>(method, "params").decode(raw ?? {}, options)

/**
 * Decodes what a peer answered a call with. null counts as `{}` for the methods that the protocol lets answer so; an
 * unknown stop reason is kept. Fails with `InvalidResult`, which names the path and keeps the answer.
 */
export const decodeResult = <M extends RequestMethod>(
  method: M,
  raw: unknown,
  options?: DecodeOptions
): Result<Decoded<ResultOf<M>>, InvalidResult> => {
  const { nullResult }: MethodTraits = methods[method]
  const decoded = decoderOf<ResultOf<M>>(method, "result").decode(raw === null && nullResult ? {} : raw, options)
  if (decoded._tag === "Success") return decoded
  const { path, reason } = decoded.failure
  return fail(new InvalidResult({ method, path, reason, raw }))
}
