/** The paths that a tool call names, and the text in which it may name more. */
import type { ToolCallUpdate } from "../schema/index.ts"

/** What a call says about files. */
export interface NamedPaths {
  /** Paths as they are spelled. */
  readonly paths: ReadonlyArray<string>
  /** Whether there is text that may hold further ones, such as a command line. */
  readonly hasText: boolean
}

const words = (...lists: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(" ")))

/** Last words of the field names that hold paths: `file_path`, `newPath` and `cwd` do. */
const pathWords = words(
  "path paths file files filename filenames filepath filepaths uri uris location locations",
  "dir dirs directory directories folder folders cwd workdir workspace root roots base",
  "source sources src destination destinations dest dst target targets from to",
  "output outputs out outfile input inputs infile archive link symlink"
)

/** Last words of the field names that hold what is written, shown or looked for: a path in it is only mentioned. */
const proseWords = words(
  "content contents text texts body string strings data diff patch message description reason explanation",
  "comment summary prompt title thought instructions note notes query pattern glob regex regexp"
)

/** Last words of the field names that hold a command, every word of which may be the name of a file. */
const commandWords = words("command commands cmd cmds script shell args argv arguments code")

/** A text that begins as a path does which leads out of its folder. */
const looksLikePath = /^\s*["']?(?:\/|~|\\|[A-Za-z]:[\\/]|\.\.?[\\/]|file:|%(?:2[ef]|5c|7e))/i

/** An address that is not on this machine. */
const isRemote = (text: string): boolean => /^(?:https?|wss?|ftp|mailto|data):/i.test(text)

const lastWord = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+(?=[^a-z0-9]*$)/)?.[0] ?? ""

/** How the texts below a field are read. */
type Reading = "path" | "prose" | "command" | "any"

/** Long names are read by their end. */
const readingOf = (name: string, above: Reading): Reading => {
  const word = lastWord(name.slice(-64))
  if (pathWords.has(word)) return "path"
  if (commandWords.has(word)) return "command"
  return proseWords.has(word) || above === "prose" ? "prose" : "any"
}

/** Whether a text that is not a path on its own may hold one. */
const mayHoldPath = (text: string): boolean =>
  /[\\/~$`%\u2044\u2215\u2216\u29f5\u29f8\u29f9\uff0f\uff3c]|\.\./.test(text)

/** Walked with a list of its own, since what an agent sends may be nested without end. */
const inInput = (input: unknown, paths: Array<string>): boolean => {
  let hasText = false
  const waiting: Array<{ readonly value: unknown; readonly reading: Reading }> = [
    // A whole input that is one text is a command line more often than not.
    { value: input, reading: typeof input === "string" ? "command" : "any" }
  ]
  const take = (text: string, reading: Reading): void => {
    if (text === "" || isRemote(text)) return
    const isLine = !text.includes("\n")
    if (reading === "path" || (isLine && reading === "any" && looksLikePath.test(text))) paths.push(text)
    else if (reading === "command" || (reading === "any" && mayHoldPath(text))) hasText = true
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, reading } = next
    if (typeof value === "string") take(value, reading)
    else if (Array.isArray(value)) for (const item of value) waiting.push({ value: item, reading })
    else if (typeof value === "object" && value !== null) {
      for (const [key, field] of Object.entries(value)) {
        // Some tools name the files that they change by the keys of an object.
        if (looksLikePath.test(key)) paths.push(key)
        waiting.push({ value: field, reading: readingOf(key, reading) })
      }
    }
  }
  return hasText
}

/**
 * Every path that a call names: its locations, the files of its diffs, and in its input the fields that are named like
 * a path and the texts that begin like one. A command, and other text with a slash in it, may name further ones; what is
 * written, described or searched for names none.
 */
export const namedPaths = (call: ToolCallUpdate): NamedPaths => {
  const paths = [
    ...(call.locations ?? []).map(({ path }) => path),
    ...(call.content ?? []).flatMap((item) => (item.type === "diff" ? [item.path] : []))
  ]
  const hasText = inInput(call.rawInput, paths)
  return { paths: paths.filter((path) => path !== ""), hasText }
}
