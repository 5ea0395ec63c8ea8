/** What routing needs to know of a message: its method, its id and its session. */
import { isObject, parseJson } from "./json.ts"

/** Where a message belongs. */
export interface Envelope {
  readonly method?: string
  /** Absent for notifications. Only to compare and to echo. */
  readonly id?: string | number | null
  /** The session in its params. */
  readonly sessionId?: string
  /** The session in its result, as an answer to `session/new` has it. */
  readonly resultSessionId?: string
  /** Whether it is an answer. */
  readonly answers: boolean
}

/** Undefined for what is not a JSON object. */
export const envelopeOf = (line: string): Envelope | undefined => {
  const value = parseJson(line)
  if (!isObject(value)) return undefined
  const { method, id, params, result } = value
  return {
    ...(typeof method === "string" ? { method } : {}),
    ...(typeof id === "string" || typeof id === "number" || id === null ? { id } : {}),
    ...(isObject(params) && typeof params.sessionId === "string" ? { sessionId: params.sessionId } : {}),
    ...(isObject(result) && typeof result.sessionId === "string" ? { resultSessionId: result.sessionId } : {}),
    answers: typeof method !== "string" && ("result" in value || "error" in value)
  }
}

/** A key that distinguishes ids by type as well as by value. */
export const idKey = (id: string | number | null): string => JSON.stringify(id)
