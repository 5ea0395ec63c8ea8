/** Decodes one `session/update` payload: by its tag first, then leniently as the protocol grants. */

import { MalformedUpdate } from "../../failures.ts"
import { fail, type Result, succeed } from "../../internal/result.ts"
import type { Shape } from "../../protocol/shape.ts"
import { SessionUpdate as updates } from "../../protocol/tables.ts"
import type { SessionUpdate } from "../../protocol/types.ts"
import { isJsonObject } from "../json-object.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { type DecodeOptions, decoder } from "./decoder.ts"
import { isMismatch, type Mismatch } from "./mismatch.ts"
import { isPlainTextChunk } from "./plain-text-chunk.ts"

/** An update of a known kind. Without `issues` it is the given object itself, unknown keys and all. */
export interface DecodedUpdate {
  readonly _tag: "Update"
  readonly update: SessionUpdate
  /** What leniency did, when it had to. */
  readonly issues?: ReadonlyArray<DecodeIssue>
}

/** An update of a kind that this protocol version does not know. */
export interface UnrecognizedUpdate {
  readonly _tag: "UnknownUpdate"
  /** The tag on the wire. */
  readonly sessionUpdate: string
  readonly raw: unknown
}

const tagsOf = (shape: Shape): Readonly<Record<string, Shape>> => {
  if (typeof shape === "string") return {}
  return shape.is === "alias" ? tagsOf(shape.of) : shape.is === "tagged" ? shape.members : {}
}

const known = tagsOf(updates)
const { isClean, read } = decoder<SessionUpdate>(updates)

/** Whether a value is an update that needs no repair. Allocates nothing when it is. */
export const isCleanUpdate = (raw: unknown): raw is SessionUpdate => isPlainTextChunk(raw) || isClean(raw)

/** `decodeSessionUpdate` for the path of every line, where a wrapper and a stack trace for each update would cost more. */
export const readSessionUpdate = (
  raw: unknown,
  options?: DecodeOptions
): DecodedUpdate | UnrecognizedUpdate | Mismatch => {
  const tag = tagOf(raw)
  if (tag !== undefined && !Object.hasOwn(known, tag)) return { _tag: "UnknownUpdate", sessionUpdate: tag, raw }
  const decoded = read(raw, options)
  if (isMismatch(decoded)) return decoded
  const { value: update, issues } = decoded
  return issues === undefined ? { _tag: "Update", update } : { _tag: "Update", update, issues }
}

/**
 * Decodes the payload of a `session/update`. An unknown tag is a value; a known tag with a payload that leniency can't
 * save fails with the path to the first bad place.
 */
export const decodeSessionUpdate = (
  raw: unknown,
  options?: DecodeOptions
): Result<DecodedUpdate | UnrecognizedUpdate, MalformedUpdate> => {
  const decoded = readSessionUpdate(raw, options)
  if (!isMismatch(decoded)) return succeed(decoded)
  const { path, reason } = decoded
  const sessionUpdate = tagOf(raw)
  return fail(new MalformedUpdate({ ...(sessionUpdate !== undefined && { sessionUpdate }), reason, path, raw }))
}

const tagOf = (raw: unknown): string | undefined =>
  isJsonObject(raw) && typeof raw.sessionUpdate === "string" ? raw.sessionUpdate : undefined
