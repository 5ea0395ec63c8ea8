/** A change to a file as hunks. */
import type { ToolCallContent } from "@rxacp/core"
import { structuredPatch } from "diff"
import { element } from "../element.ts"

type Diff = Extract<ToolCallContent, { readonly type: "diff" }>

/** Above this many lines of output the rest of a diff is only counted. */
const MAX_LINES = 400
/** How long, in ms, two texts may be compared; past it they are shown as one replaced by the other. */
const MAX_COMPARISON = 200

const kinds: Readonly<Record<string, string>> = { "+": "added", "-": "removed" }

/** A diff as a figure: its path and counts, then each hunk with its line numbers. */
export const diffView = ({ path, oldText, newText }: Diff): HTMLElement => {
  const before = oldText ?? ""
  const patch = structuredPatch(path, path, before, newText, "", "", { context: 3, timeout: MAX_COMPARISON })
  const lines =
    patch === undefined
      ? [...marked("-", before), ...marked("+", newText)]
      : patch.hunks.flatMap((hunk) => [`@@ line ${hunk.newStart}`, ...hunk.lines])
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length
  const caption = element(
    "figcaption",
    {},
    element("code", {}, path),
    element("span", { class: "added" }, `+${count("+")}`),
    element("span", { class: "removed" }, `−${count("-")}`)
  )
  const rest = lines.length - MAX_LINES
  return element(
    "figure",
    { class: "diff" },
    caption,
    element("pre", {}, ...lines.slice(0, MAX_LINES).map(lineView)),
    rest > 0 ? element("p", { class: "note" }, `${rest} more lines`) : undefined
  )
}

const marked = (sign: string, text: string): ReadonlyArray<string> => text.split("\n").map((line) => `${sign}${line}`)

const lineView = (line: string): HTMLElement => {
  const sign = line.charAt(0)
  if (sign === "@") return element("span", { class: "hunk" }, `${line.slice(3)}\n`)
  const tag = sign === "+" ? "ins" : sign === "-" ? "del" : "span"
  return element(tag, { class: kinds[sign] }, `${line}\n`)
}
