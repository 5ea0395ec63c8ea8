/** Reads a unified diff back into the two texts that it compares. */

/**
 * The part of a file that a unified diff shows, before and after; of a new file there is no text before. Files that are
 * longer than the hunks are not known whole.
 */
export const textsOfDiff = (diff: string): { readonly oldText: string | null; readonly newText: string } => {
  const before: Array<string> = []
  const after: Array<string> = []
  let inHunk = false
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("@@")) inHunk = true
    else if (inHunk || !isHeader(line)) {
      const text = line.slice(1)
      if (line.startsWith("-")) before.push(text)
      else if (line.startsWith("+")) after.push(text)
      else if (!line.startsWith("\\")) {
        before.push(text)
        after.push(text)
      }
    }
  }
  const isNew = /^--- \/dev\/null/m.test(diff)
  return { oldText: isNew ? null : joined(before), newText: joined(after) }
}

/** The file that a diff names in its own header: the new one, or the old one where it was removed. */
export const pathOfDiff = (diff: string): string | undefined => {
  const hunks = diff.indexOf("\n@@")
  const header = diff.slice(0, hunks === -1 ? Math.min(diff.length, MOST_HEADER) : Math.min(hunks, MOST_HEADER))
  const names = [/^\+\+\+ ([^\t\n\r]+)/m, /^--- ([^\t\n\r]+)/m].map((pattern) => pattern.exec(header)?.[1])
  return names.find((name) => name !== undefined && name !== "/dev/null")?.replace(/^[ab]\//, "")
}

const MOST_HEADER = 16_384

const isHeader = (line: string): boolean =>
  /^(?:diff |index |--- |\+\+\+ |new file|deleted file|similarity |rename )/.test(line)

const joined = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")
