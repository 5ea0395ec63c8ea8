/** The parts of a conversation as lines of text. */
import type { ContentBlock, PermissionResolved, PlanEntry, ToolCallContent } from "@rxacp/core"
import {
  type MessageEntry,
  type SessionState,
  type ToolCallEntry,
  type TurnState,
  toolCall,
  toolOutput,
  type UsageState
} from "@rxacp/fold"
import { optionNames } from "../option-names.ts"
import { safeLine, safeText, steadyText } from "../safe-text.ts"
import { comparedLines } from "./compared-lines.ts"
import type { Look } from "./look.ts"

/** Lines of output or of a diff that are shown of a tool call. */
const SHOWN = 6

const blockText = (block: ContentBlock): string => {
  if (block.type === "text") return block.text
  if (block.type === "resource_link") return `[${block.name}](${block.uri})`
  return `[${block.type}]`
}

/** The text of a message, blocks that are not text by their type. */
export const messageText = ({ content }: MessageEntry): string => safeText(content.map(blockText).join(""))

/** As much of the text of a message that still grows as will stay. */
export const growingText = ({ content }: MessageEntry): string => steadyText(content.map(blockText).join(""))

const shortened = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `… ${lines.length - SHOWN} more lines`]

const splitLines = (text: string): ReadonlyArray<string> => safeText(text).replace(/\n+$/, "").split("\n")

const diffOf = (look: Look, path: string, before: string, after: string): ReadonlyArray<string> => {
  const parts = comparedLines(before, after).filter((part) => part.count > 0)
  const lines = parts.flatMap(({ kind, text }) =>
    splitLines(text).map((line) => (kind === "added" ? look.good(`+ ${line}`) : look.bad(`- ${line}`)))
  )
  const count = (kind: "added" | "removed"): number =>
    parts.reduce((sum, part) => (part.kind === kind ? sum + part.count : sum), 0)
  return [`${safeLine(path)} +${count("added")} -${count("removed")}`, ...shortened(lines)]
}

/** A terminal is drawn many times a second, and a diff that has come stays the same. */
const diffs = new WeakMap<ToolCallContent, readonly [look: Look, lines: ReadonlyArray<string>]>()

const contentLines = (look: Look, content: ToolCallContent): ReadonlyArray<string> => {
  const [drawnBy, drawn] = diffs.get(content) ?? []
  if (drawn !== undefined && drawnBy === look) return drawn
  const lines = drawnLines(look, content)
  if (content.type === "diff") diffs.set(content, [look, lines])
  return lines
}

const drawnLines = (look: Look, content: ToolCallContent): ReadonlyArray<string> => {
  switch (content.type) {
    case "diff":
      return diffOf(look, content.path, content.oldText ?? "", content.newText)
    case "content":
      return shortened(splitLines(blockText(content.content))).map(look.dim)
    default:
      return [look.dim(`[${content.type}]`)]
  }
}

const statusWord = (look: Look, { status, mark }: ToolCallEntry): string => {
  if (mark !== undefined) return look.bad(mark)
  if (status === "completed") return look.good(status)
  return status === "failed" ? look.bad(status) : look.busy(status)
}

/** What a tool call shows of its work. */
export const contentOf = (look: Look, content: ReadonlyArray<ToolCallContent>): ReadonlyArray<string> =>
  content.flatMap((each) => contentLines(look, each)).map((text) => `    ${text}`)

/** A tool call: its status, title and kind, then what it shows. */
export const toolLines = (look: Look, call: ToolCallEntry): ReadonlyArray<string> => [
  `[${statusWord(look, call)}] ${look.bold(safeLine(call.title ?? call.toolCallId))} (${call.kind})`,
  ...contentOf(look, call.content),
  ...(call.content.length === 0 ? outputOf(look, call) : [])
]

/** Some agents say what a tool gave in its raw output only. */
const outputOf = (look: Look, call: ToolCallEntry): ReadonlyArray<string> => {
  const output = toolOutput(call)
  return output === "" ? [] : shortened(splitLines(output)).map((line) => `    ${look.dim(line)}`)
}

const boxes: Readonly<Record<PlanEntry["status"], string>> = { completed: "[x]", in_progress: "[>]", pending: "[ ]" }

/** A plan as a checklist; no lines when it is empty. */
export const planLines = (look: Look, plan: ReadonlyArray<PlanEntry> | null): ReadonlyArray<string> =>
  plan === null || plan.length === 0
    ? []
    : [
        look.bold("Plan"),
        ...plan.map(({ content, status }) => {
          const text = `  ${boxes[status]} ${safeLine(content)}`
          return status === "completed" ? look.dim(text) : text
        })
      ]

const number = new Intl.NumberFormat("en")

/** How full the context is, and what the session cost. */
export const usageText = ({ used, size, cost }: UsageState): string => {
  const price = cost === undefined ? "" : `, ${number.format(cost.amount)} ${safeLine(cost.currency)}`
  return `${number.format(used)} of ${number.format(size)} tokens${price}`
}

/** How a turn ended. */
export const endText = (look: Look, { stopReason, cancelRequested }: TurnState): string => {
  if (stopReason === undefined) return look.bad("ended without an answer")
  const reason = safeLine(stopReason)
  if (cancelRequested && reason !== "cancelled") return look.busy(`cancelled (the agent says ${reason})`)
  return reason === "end_turn" ? look.good(reason) : look.busy(reason)
}

/** The outcome of a permission request of `state`. */
export const permissionText = (state: SessionState, { id, outcome, by }: PermissionResolved): string => {
  const asked = state.pendingPermissions.find((pending) => pending.id === id)?.request
  const options = asked?.options ?? []
  const chosen = options.findIndex(({ optionId }) => outcome.outcome === "selected" && optionId === outcome.optionId)
  const option = optionNames(options)[chosen]
  const call = asked && toolCall(state, asked.toolCall.toolCallId)
  const what = asked?.toolCall.title ?? call?.title ?? "a tool"
  return `permission: ${safeLine(option ?? "cancelled")} for ${safeLine(what)} (by ${by})`
}
