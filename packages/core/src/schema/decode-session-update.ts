/** Decodes one `session/update` payload: by its tag first, then leniently as the protocol grants. */
import * as Result from "effect/Result"
import { MalformedUpdate } from "../failures.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { guard } from "./guard.ts"
import { isObject } from "./lenient.ts"
import { isMismatch, repair } from "./repair.ts"
import { SessionUpdate } from "./session-update.ts"
import { shapeOf, type Tags } from "./shape.ts"

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

const shape = shapeOf(SessionUpdate) as Tags
const isClean = guard(shape)

/** Whether a value is an update that needs no repair. Allocates nothing when it is. */
export const isCleanUpdate = (raw: unknown): raw is SessionUpdate => isClean(raw)

/**
 * Decodes the payload of a `session/update`. An unknown tag is a value; a known tag with a payload that leniency can't
 * save fails with the path to the first bad place.
 */
export const decodeSessionUpdate = (
  raw: unknown
): Result.Result<DecodedUpdate | UnrecognizedUpdate, MalformedUpdate> => {
  if (isCleanUpdate(raw)) return Result.succeed({ _tag: "Update", update: raw })
  if (!isObject(raw)) return Result.fail(new MalformedUpdate({ reason: "expected an object", path: [], raw }))
  const { sessionUpdate } = raw
  if (typeof sessionUpdate !== "string")
    return Result.fail(new MalformedUpdate({ reason: "expected a string", path: ["sessionUpdate"], raw }))
  if (!shape.members.has(sessionUpdate)) return Result.succeed({ _tag: "UnknownUpdate", sessionUpdate, raw })
  const issues: Array<DecodeIssue> = []
  const update = repair(shape, raw, [], issues)
  return isMismatch(update)
    ? Result.fail(new MalformedUpdate({ sessionUpdate, reason: update.reason, path: update.path, raw }))
    : Result.succeed({ _tag: "Update", update: update as SessionUpdate, issues })
}
