/** The calls that a dialect has seen go by and not seen answered, since an answer does not say what it answers. */
import { isJsonObject, type JsonObject } from "../../schema/json-object.ts"

/** Open calls of one direction, by id. */
export type OpenCalls = ReadonlyMap<unknown, JsonObject>

export const noCalls: OpenCalls = new Map()

export const opened = (calls: OpenCalls, call: JsonObject): OpenCalls => new Map(calls).set(call.id, call)

export const closed = (calls: OpenCalls, id: unknown): OpenCalls => {
  const rest = new Map(calls)
  rest.delete(id)
  return rest
}

/** Whether a message is a call that wants an answer. */
export const isCall = (message: JsonObject): boolean => typeof message.method === "string" && message.id !== undefined

/** Whether a message is an answer. */
export const isAnswer = (message: JsonObject): boolean => message.method === undefined && message.id !== undefined

/** A member that is an object, or an empty one. */
export const objectAt = (parent: unknown, key: string): JsonObject => {
  const value = isJsonObject(parent) ? parent[key] : undefined
  return isJsonObject(value) ? value : {}
}

/** The members that are there, under other names. */
export const renamed = (source: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => (source[from] === undefined ? [] : [[to, source[from]]]))
  )
