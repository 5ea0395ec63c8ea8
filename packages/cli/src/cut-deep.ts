/** Cuts what an agent nests so deep that it is unreadable and would overflow the stack of what processes it. */

/** What stands in place of what was cut. */
const cut = "… nested too deep to show"

/** The value itself if it is nested no deeper than `depth`, else a copy without what is deeper. */
export const cutDeep = <T>(value: T, depth = 64): T => {
  if (typeof value !== "object" || value === null) return value
  // The rest of a value that is cut has the form of JSON, as it had before.
  if (depth === 0) return cut as T
  return (Array.isArray(value) ? cutItems(value, depth) : cutFields(value, depth)) as T
}

const cutItems = (items: ReadonlyArray<unknown>, depth: number): ReadonlyArray<unknown> => {
  const cutOnes = items.map((item) => cutDeep(item, depth - 1))
  return cutOnes.some((item, index) => item !== items[index]) ? cutOnes : items
}

const cutFields = (value: object, depth: number): object => {
  const entries = Object.entries(value)
  const cutOnes = entries.map(([key, field]) => [key, cutDeep(field, depth - 1)] as const)
  // Instances such as failures are kept as they are, where nothing has to be cut.
  return cutOnes.some(([, field], index) => field !== entries[index]?.[1]) ? Object.fromEntries(cutOnes) : value
}
