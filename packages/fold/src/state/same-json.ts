/** Whether two JSON values say the same, so that an update that repeats what is known changes nothing. */

/** Values nested deeper than this count as different: the answer may then be wrong, the call stack is safe. */
const MAX_DEPTH = 64

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const sameItems = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>, depth: number): boolean =>
  a.length === b.length && a.every((item, index) => sameJson(item, b[index], depth))

const sameFields = (a: JsonObject, b: JsonObject, depth: number): boolean => {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key], depth))
}

/** Compares by value; the order of an object's keys does not matter. */
export const sameJson = (a: unknown, b: unknown, depth = MAX_DEPTH): boolean => {
  if (a === b) return true
  if (depth === 0 || !isObject(a) || !isObject(b)) return false
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b, depth - 1)
  return !Array.isArray(b) && sameFields(a as JsonObject, b as JsonObject, depth - 1)
}
