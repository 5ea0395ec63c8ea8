/** Whether two JSON values say the same, so that an update that repeats what is known changes nothing. */

/** Values nested deeper than this count as different: the answer may then be wrong, the call stack is safe. */
const MAX_DEPTH = 64

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Compares by value; the order of an object's keys does not matter. */
export const sameJson = (a: unknown, b: unknown, depth = 0): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || depth === MAX_DEPTH || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key], depth + 1))
  )
}
