/** Cuts lines out of a text. */

/**
 * `limit` lines of `text` from `line` (from 1; 0 means 1) on, each with the line end it has. Ends at the end of the text;
 * undefined when the text ends before `line`. The place after the last line end counts as a line, as in an editor.
 */
export const lineRange = (
  text: string,
  line: number | null | undefined,
  limit: number | null | undefined
): string | undefined => {
  const start = afterLines(text, 0, Math.max(line ?? 1, 1) - 1)
  if (start === undefined) return undefined
  return limit == null ? text.slice(start) : text.slice(start, afterLines(text, start, limit))
}

/** The place after `count` lines from `start`; undefined when there are fewer. */
const afterLines = (text: string, start: number, count: number): number | undefined => {
  let at = start
  for (let passed = 0; passed < count; passed++) {
    const end = text.indexOf("\n", at)
    if (end === -1) return undefined
    at = end + 1
  }
  return at
}
