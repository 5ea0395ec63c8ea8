/** What a tool call can say of itself, and how a patch of it is read. */
import type { ToolCallContent, ToolCallLocation, ToolCallStatus, ToolKind } from "@rxacp/core"
import { type ToolCallEntry, toolCallKey } from "../state/entries.ts"
import { isObject, isText, recordsOf } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"
import type { TurnState } from "../state/turn-state.ts"
import { mergedMeta, parentIn } from "./meta.ts"

/** The fields of a `tool_call`, a `tool_call_update`, or the `toolCall` of a permission request. */
export interface ToolCallPatch {
  readonly toolCallId: string
  readonly title?: string | null
  readonly name?: string | null
  readonly kind?: ToolKind | null
  readonly status?: ToolCallStatus | null
  readonly content?: ReadonlyArray<ToolCallContent> | null
  readonly locations?: ReadonlyArray<ToolCallLocation> | null
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  readonly _meta?: Readonly<Record<string, unknown>> | null
}

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

const isKind = (value: ToolKind): boolean => isText(value) && Object.hasOwn(kinds, value)
const isStatus = (value: ToolCallStatus): boolean => isText(value) && Object.hasOwn(progress, value)
const isAnything = (): boolean => true

/** The value given, if it says something new: an unknown kind or status says nothing, nor does null. */
const chosen = <T>(known: T, given: T | null | undefined, says: (given: T) => boolean): T =>
  given === undefined || given === null || !says(given) || sameJson(known, given) ? known : given

/** Whether the agent says that the call is over. */
const isFinal = (call: ToolCallEntry): boolean => progress[call.status] === 2

/** Whether the call is still running as far as anyone knows. */
export const isOpen = (call: ToolCallEntry): boolean => !isFinal(call) && call.mark === undefined

/** An entry while it is put together; a spread would take several times as long. */
type Draft = { -readonly [Name in keyof ToolCallEntry]: ToolCallEntry[Name] }

/**
 * The call with a patch over it (protocol: Tool calls). Missing and null leave a field alone, a value replaces it, lists
 * are replaced whole. A final status takes our own notes away. The same call when nothing changes.
 */
export const patched = (call: ToolCallEntry, patch: ToolCallPatch): ToolCallEntry => {
  const title = chosen(call.title, patch.title, isText)
  const kind = chosen(call.kind, patch.kind, isKind)
  const status = chosen(call.status, patch.status, isStatus)
  const content = chosen(call.content, recordsOf(patch.content), isAnything)
  const locations = chosen(call.locations, recordsOf(patch.locations), isAnything)
  const name = chosen(call.name, patch.name, isText)
  const rawInput = chosen(call.rawInput, patch.rawInput, isAnything)
  const rawOutput = chosen(call.rawOutput, patch.rawOutput, isAnything)
  const meta = mergedMeta(call._meta, patch._meta)
  const isSame =
    title === call.title &&
    kind === call.kind &&
    status === call.status &&
    content === call.content &&
    locations === call.locations &&
    name === call.name &&
    rawInput === call.rawInput &&
    rawOutput === call.rawOutput &&
    meta === call._meta
  if (isSame) return call
  const { type, toolCallId, turn, key } = call
  const next: Draft = { type, toolCallId, title, kind, status, content, locations, turn, key }
  if (name !== undefined) next.name = name
  if (rawInput !== undefined) next.rawInput = rawInput
  if (rawOutput !== undefined) next.rawOutput = rawOutput
  if (meta !== undefined) next._meta = meta
  const parent = meta === call._meta ? call.parent : parentIn(meta)
  if (parent !== undefined) next.parent = parent
  if (call.provisional) next.provisional = true
  if (call.refused && !isFinal(next)) next.refused = true
  if (call.mark !== undefined && !isFinal(next)) next.mark = call.mark
  return next
}

/** A patch that names its call. */
export const isPatch = (patch: ToolCallPatch): boolean => isObject(patch) && isText(patch.toolCallId)

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
