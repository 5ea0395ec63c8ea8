/** Decodes one `session/update` payload: by its tag first, then leniently as the protocol grants. */
import * as Result from "effect/Result"
import { MalformedUpdate } from "../failures.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { decoder } from "./decoder.ts"
import { isJsonObject } from "./json-object.ts"
import { isKnownUpdate, SessionUpdate } from "./session-update.ts"

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

const { isClean, decode } = decoder(SessionUpdate)

/** Whether a value is an update that needs no repair. Allocates nothing when it is. */
export const isCleanUpdate = isClean

/**
 * Decodes the payload of a `session/update`. An unknown tag is a value; a known tag with a payload that leniency can't
 * save fails with the path to the first bad place.
 */
export const decodeSessionUpdate = (
  raw: unknown
): Result.Result<DecodedUpdate | UnrecognizedUpdate, MalformedUpdate> => {
  const sessionUpdate = isJsonObject(raw) ? raw.sessionUpdate : undefined
  if (typeof sessionUpdate === "string" && !isKnownUpdate(sessionUpdate))
    return Result.succeed({ _tag: "UnknownUpdate", sessionUpdate, raw })
  return Result.mapBoth(decode(raw), {
    onSuccess: ({ value, ...rest }): DecodedUpdate => ({ _tag: "Update", update: value, ...rest }),
    onFailure: ({ path, reason }) =>
      new MalformedUpdate({ ...(typeof sessionUpdate === "string" && { sessionUpdate }), reason, path, raw })
  })
}
