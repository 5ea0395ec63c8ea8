/** What a tool call can say of itself, and how a patch of it is read. */
import type { ToolCallStatus, ToolKind } from "@rxacp/core"
import { type ToolCallEntry, toolCallKey } from "../state/entries.ts"
import { sameJson } from "../state/same-json.ts"
import type { TurnState } from "../state/session-state.ts"

type Field = "title" | "name" | "kind" | "status" | "content" | "locations" | "rawInput" | "rawOutput" | "_meta"

/** The fields of a `tool_call`, a `tool_call_update`, or the `toolCall` of a permission request. */
export type ToolCallPatch = { readonly toolCallId: string } & { readonly [Name in Field]?: unknown }

/** How far each status is. A step back is applied, and noted. */
export const progress: Readonly<Record<ToolCallStatus, number>> = {
  pending: 0,
  in_progress: 1,
  completed: 2,
  failed: 2
}

const kinds: Readonly<Record<ToolKind, true>> = {
  read: true,
  edit: true,
  delete: true,
  move: true,
  search: true,
  execute: true,
  think: true,
  fetch: true,
  switch_mode: true,
  other: true
}

const isText = (value: unknown): boolean => typeof value === "string"
const isWordOf =
  (words: object) =>
  (value: unknown): boolean =>
    typeof value === "string" && Object.hasOwn(words, value)

/** Whether a value that is there says something: an unknown kind or status changes nothing. */
const says: Readonly<Record<Field, (value: unknown) => boolean>> = {
  title: isText,
  name: isText,
  kind: isWordOf(kinds),
  status: isWordOf(progress),
  content: Array.isArray,
  locations: Array.isArray,
  rawInput: () => true,
  rawOutput: () => true,
  _meta: (value) => typeof value === "object"
}

const fields = Object.keys(says) as ReadonlyArray<Field>

/** Whether the agent says that the call is over. */
export const isFinal = (call: ToolCallEntry): boolean => progress[call.status] === 2

/** Whether the call is still running as far as anyone knows. */
export const isOpen = (call: ToolCallEntry): boolean => !isFinal(call) && call.mark === undefined

/**
 * The call with a patch over it (protocol: Tool calls). Missing and null leave a field alone, a value replaces it, lists
 * are replaced whole. A final status takes a mark of ours away. The same call when nothing changes.
 */
export const patched = (call: ToolCallEntry, patch: ToolCallPatch): ToolCallEntry => {
  let changes: { [Name in Field]?: unknown } | undefined
  for (const field of fields) {
    const value = patch[field] ?? null
    if (value === null || !says[field](value) || sameJson(call[field], value)) continue
    changes ??= {}
    changes[field] = value
  }
  if (changes === undefined) return call
  const next = { ...call, ...(changes as Partial<ToolCallEntry>) }
  if (next.mark === undefined || !isFinal(next)) return next
  const { mark: _, ...unmarked } = next
  return unmarked
}

/** A call made of what a first word about it says, and of the protocol's defaults. */
export const created = (patch: ToolCallPatch, turn: TurnState | undefined): ToolCallEntry =>
  patched(
    {
      type: "toolCall",
      toolCallId: patch.toolCallId,
      title: null,
      kind: "other",
      status: "pending",
      content: [],
      locations: [],
      turn: turn?.turn ?? null,
      key: toolCallKey(patch.toolCallId)
    },
    patch
  )
