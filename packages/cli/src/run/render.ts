/** The parts of a conversation as lines of text. */
import type { ContentBlock, PermissionResolved, PlanEntry, ToolCallContent } from "@rxacp/core"
import {
  type MessageEntry,
  type SessionState,
  type ToolCallEntry,
  type TurnState,
  toolCall,
  type UsageState
} from "@rxacp/fold"
import { diffLines } from "diff"
import { safeLine, safeText } from "../safe-text.ts"
import type { Look } from "./look.ts"

/** Lines of output or of a diff that are shown of a tool call. */
const SHOWN = 6

const blockText = (block: ContentBlock): string => {
  if (block.type === "text") return block.text
  if (block.type === "resource_link") return `[${block.name}](${block.uri})`
  return `[${block.type}]`
}

/** The text of a message, blocks that are no text by their type. */
export const messageText = ({ content }: MessageEntry): string => safeText(content.map(blockText).join(""))

const shortened = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `… ${lines.length - SHOWN} more lines`]

const splitLines = (text: string): ReadonlyArray<string> => safeText(text).replace(/\n+$/, "").split("\n")

const diffOf = (look: Look, path: string, before: string, after: string): ReadonlyArray<string> => {
  const parts = diffLines(before, after).filter(({ added, removed }) => added || removed)
  const lines = parts.flatMap(({ added, value }) =>
    splitLines(value).map((text) => (added ? look.good(`+ ${text}`) : look.bad(`- ${text}`)))
  )
  const count = (added: boolean): number =>
    parts.reduce((sum, part) => (part.added === added ? sum + part.count : sum), 0)
  return [`${safeLine(path)} +${count(true)} -${count(false)}`, ...shortened(lines)]
}

const contentLines = (look: Look, content: ToolCallContent): ReadonlyArray<string> => {
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
  ...contentOf(look, call.content)
]

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

/** What became of a permission request of `state`. */
export const permissionText = (state: SessionState, { id, outcome, by }: PermissionResolved): string => {
  const asked = state.pendingPermissions.find((pending) => pending.id === id)?.request
  const option =
    outcome.outcome === "selected"
      ? asked?.options.find(({ optionId }) => optionId === outcome.optionId)?.name
      : undefined
  const call = asked && toolCall(state, asked.toolCall.toolCallId)
  const what = call?.title ?? asked?.toolCall.title ?? "a tool"
  return `permission: ${safeLine(option ?? "cancelled")} for ${safeLine(what)} (by ${by})`
}
