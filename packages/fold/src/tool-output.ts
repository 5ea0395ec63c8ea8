/** The output of a tool, wherever its agent puts it. */
import type { ToolCallEntry } from "./state/entries.ts"
import { isRecord, isText, type JsonRecord } from "./state/json.ts"

/** The fields of `rawOutput` that hold text, by agent; the first that says something counts. */
const outputFields = [
  // codex: a command's whole output, as it came and as its model reads it.
  ...["aggregated_output", "formatted_output"],
  // opencode, and a command's output in many others.
  ...["output", "stdout", "stderr"],
  // cline: one such object for each command.
  ...["result"],
  // copilot, and the answers of MCP tools.
  ...["content", "text"],
  // What is left when a tool failed.
  ...["error", "message"]
]

/** An output is found this deep at most: `{ result: { content: [{ text }] } }` is the deepest that is known. */
const MAX_DEPTH = 6

const lines = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n")

const inFields = (raw: JsonRecord, depth: number): string => {
  for (const field of outputFields) {
    const text = Object.hasOwn(raw, field) ? textIn(raw[field], depth - 1) : ""
    if (text !== "") return text
  }
  return ""
}

const textIn = (raw: unknown, depth: number): string => {
  if (isText(raw)) return raw
  if (depth === 0) return ""
  if (Array.isArray(raw)) return lines(raw.map((item) => textIn(item, depth - 1)))
  return isRecord(raw) ? inFields(raw, depth) : ""
}

const contentText = (content: ToolCallEntry["content"]): string =>
  lines(
    content.map((item) => {
      const block: unknown = item.type === "content" ? item.content : undefined
      return isRecord(block) && block.type === "text" && isText(block.text) ? block.text : ""
    })
  )

/**
 * The text that a tool has given so far: its text content, or what stands in its `rawOutput` alone, in the forms that
 * codex, cline, opencode, copilot and MCP tools use. The empty string when there is none. Diffs are not text.
 */
export const toolOutput = (call: Pick<ToolCallEntry, "content" | "rawOutput">): string =>
  contentText(call.content) || textIn(call.rawOutput, MAX_DEPTH)
