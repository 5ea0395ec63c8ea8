/** Compares two texts line by line, within a bound on the work that it takes. */
import { diffLines } from "diff"

/** Lines that were added, removed, or kept. */
export interface Part {
  readonly kind: "added" | "removed"
  readonly text: string
  /** How many lines it has. */
  readonly count: number
}

/** Lines that may differ before a comparison gives up: its work grows with their number times that of all lines. */
const MOST_CHANGES = 200

/**
 * What was added and removed. Two texts that differ in more than a few hundred lines are shown as one replaced by the other,
 * but for what they begin and end with alike.
 */
export const comparedLines = (before: string, after: string): ReadonlyArray<Part> => {
  const parts = diffLines(before, after, { maxEditLength: MOST_CHANGES })
  if (parts === undefined) return replaced(linesOf(before), linesOf(after))
  return parts.flatMap(({ added, removed, value, count }): ReadonlyArray<Part> => {
    if (!added && !removed) return []
    return [{ kind: added ? "added" : "removed", text: value, count }]
  })
}

const replaced = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return [
    part("removed", before.slice(start, before.length - end)),
    part("added", after.slice(start, after.length - end))
  ]
}

const part = (kind: Part["kind"], lines: ReadonlyArray<string>): Part => ({
  kind,
  text: lines.join(""),
  count: lines.length
})

const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
