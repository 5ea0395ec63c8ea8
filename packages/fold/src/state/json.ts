/** What is read of a value that may be any JSON: the fold takes what has the right form and passes over the rest. */

/** An object with named fields; a list is not one. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is an object with named fields. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The same of a value whose type already says so, though it was not checked. */
export const isObject = (value: unknown): boolean => isRecord(value)

/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === "string"

/** The items of a list that have the right form: the list itself when all do, undefined when it is not a list. */
export const itemsOf = <T>(
  list: ReadonlyArray<T> | null | undefined,
  hasForm: (item: T) => boolean
): ReadonlyArray<T> | undefined => {
  if (!Array.isArray(list)) return undefined
  return list.every(hasForm) ? list : list.filter(hasForm)
}

/** The objects of a list. */
export const recordsOf = <T>(list: ReadonlyArray<T> | null | undefined): ReadonlyArray<T> | undefined =>
  itemsOf(list, isRecord)
