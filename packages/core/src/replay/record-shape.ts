/** Says why a JSON object is not a record of a journal: which member has a value that no recorder writes. */
import { isFailureJson } from "../failures.ts"
import { fromBase64 } from "../journal/base64.ts"
import type { JournalRecord, LocalDecision } from "../journal/record.ts"
import { isJsonObject, type JsonObject } from "../schema/json-object.ts"

type Test = (value: unknown) => boolean

/** Members by name with what each has to be. */
type Shape = Readonly<Record<string, Test>>

const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isNumberFrom1: Test = (value) => isCount(value) && value !== 0
const isText: Test = (value) => typeof value === "string"
const isObject: Test = isJsonObject
const isList: Test = Array.isArray
const isRpcId: Test = (value) =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint"
const isFailed: Test = isFailureJson
const isOneOf =
  (...words: ReadonlyArray<string>): Test =>
  (value) =>
    typeof value === "string" && words.includes(value)
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)

const NUMBERED: Shape = {
  n: isNumberFrom1,
  epoch: (value) => Number.isSafeInteger(value) && value !== 0,
  direction: isOneOf("in", "out", "local")
}

const DIRECTIONS: Readonly<Record<JournalRecord["direction"], Shape>> = {
  in: { seq: isNumberFrom1, chunk: isNumberFrom1 },
  out: { text: isText },
  local: { after: isCount, decision: isObject }
}

const OVERSIZE: Shape = { bytes: isCount, limit: isNumberFrom1, head: isText, tail: isText }

/** A cap of `Infinity` is null in JSON. */
const isCap: Test = (value) => value === null || (typeof value === "number" && value > 0)
const isCaps: Test = (value) => isJsonObject(value) && Object.values(value).every(isCap)
const isConnectionLimits: Test = (value) =>
  isJsonObject(value) && Object.values(value).every((cap) => isCap(cap) || isCaps(cap))

const SESSION: Shape = { sessionId: isText }

const DECISIONS: Readonly<Record<LocalDecision["type"], Shape>> = {
  connected: { limits: isConnectionLimits },
  turnStarted: { ...SESSION, turn: isNumberFrom1, requestId: isRpcId, prompt: isList, limits: optional(isCaps) },
  loadStarted: { ...SESSION, requestId: isRpcId },
  loadSettled: SESSION,
  permissionResolved: {
    ...SESSION,
    id: isRpcId,
    outcome: (value) => isJsonObject(value) && isText(value.outcome),
    by: isOneOf("policy", "handler", "cancel")
  },
  cancelRequested: SESSION,
  overflow: { ...SESSION, limit: isText, max: isCap, seq: isCount },
  turnFailed: { ...SESSION, turn: isNumberFrom1, failure: isFailed },
  loadFailed: { ...SESSION, failure: isFailed },
  sessionForgotten: SESSION,
  ended: { failure: optional(isFailed) }
}

/** What is wrong with an object that should be a record; undefined when it is one. */
export const reasonAgainst = (record: JsonObject): string | undefined => {
  const bad = misfit(record, NUMBERED) ?? misfit(record, DIRECTIONS[record.direction as JournalRecord["direction"]])
  if (bad !== undefined) return bad
  if (record.direction === "in") return againstContent(record)
  return record.direction === "local" ? againstDecision(record.decision) : undefined
}

/** A line is there as text, as base64 or as the marker of one that was too long: in one of the three ways. */
const againstContent = ({ text, base64, oversize }: JsonObject): string | undefined => {
  if ([text, base64, oversize].filter((way) => way !== undefined).length !== 1)
    return "it has no line, or more than one"
  if (oversize !== undefined) return isJsonObject(oversize) ? misfit(oversize, OVERSIZE) : "oversize has a bad value"
  if (text !== undefined) return isText(text) ? undefined : "text has a bad value"
  return isBase64(base64) ? undefined : "base64 has a bad value"
}

const isBase64: Test = (value) => {
  try {
    return typeof value === "string" && fromBase64(value) !== undefined
  } catch {
    return false
  }
}

const againstDecision = (decision: unknown): string | undefined => {
  if (!isJsonObject(decision)) return "decision has a bad value"
  const { type } = decision
  if (typeof type !== "string" || !Object.hasOwn(DECISIONS, type)) return "its decision is of no known type"
  return misfit(decision, DECISIONS[type as LocalDecision["type"]])
}

const misfit = (object: JsonObject, shape: Shape): string | undefined => {
  for (const [name, test] of Object.entries(shape)) if (!test(object[name])) return `${name} has a bad value`
  return undefined
}
