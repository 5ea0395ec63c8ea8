/** The paths that a tool call names. */
import type { ToolCallUpdate } from "../schema/tool-call.ts"

/** Last words of the field names that hold paths: `file_path`, `newPath` and `cwd` do. */
const pathWords: ReadonlySet<string> = new Set([
  ...["path", "paths", "file", "files", "filename", "filenames", "filepath", "filepaths"],
  ...["dir", "dirs", "directory", "directories", "folder", "folders", "cwd"],
  ...["source", "destination", "target", "from", "to"]
])

/** A text that is an absolute path by its look, wherever it stands. */
const looksAbsolute = /^(?:\/(?!\/)|~\/|[A-Za-z]:[\\/]|\\\\|file:)\S*$/

const lastWord = (name: string): string | undefined =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+(?=[^a-z0-9]*$)/)?.[0]

const holdsPath = (name: string): boolean => pathWords.has(lastWord(name) ?? "")

/** Paths in the input of a tool. Walked with a list of its own, since what an agent sends may be nested without end. */
const pathsIn = (input: unknown): ReadonlyArray<string> => {
  const paths: Array<string> = []
  const waiting: Array<{ readonly value: unknown; readonly named: boolean }> = [{ value: input, named: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, named } = next
    if (typeof value === "string") {
      if (named || looksAbsolute.test(value)) paths.push(value)
    } else if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, named })
    } else if (typeof value === "object" && value !== null) {
      for (const [key, field] of Object.entries(value)) {
        // Some tools name the files that they change by the keys of an object.
        if (looksAbsolute.test(key)) paths.push(key)
        waiting.push({ value: field, named: holdsPath(key) })
      }
    }
  }
  return paths
}

/**
 * Every path that a call names: its locations, the files of its diffs, and in its input the fields that are named like
 * a path and the texts that look like an absolute one. Paths inside a command line are not found.
 */
export const namedPaths = (call: ToolCallUpdate): ReadonlyArray<string> => [
  ...(call.locations ?? []).map(({ path }) => path),
  ...(call.content ?? []).flatMap((item) => (item.type === "diff" ? [item.path] : [])),
  ...pathsIn(call.rawInput)
]
