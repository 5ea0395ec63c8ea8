/** How the reports about one tool call add up. */
import type { ToolCallUpdate } from "../schema/index.ts"
import { mergedMeta } from "./merged-meta.ts"

/**
 * The call with a patch over it: a missing or null field leaves what is there alone, a value replaces it, and a list
 * replaces the whole list; `_meta` is merged field by field. A second `tool_call` patches too. Returns `call` itself when the patch says nothing, and
 * changes neither argument. Without a call the result is what the patch says of a new one.
 */
export const patchToolCall = (
  call: ToolCallUpdate | undefined,
  patch: ToolCallUpdate & { readonly sessionUpdate?: string }
): ToolCallUpdate => {
  const { sessionUpdate: _, toolCallId, ...fields } = patch
  const said = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  if (call !== undefined && said.length === 0) return call
  const next: ToolCallUpdate = { toolCallId, ...call, ...Object.fromEntries(said) }
  if (!call?._meta || !fields._meta) return next
  // Both are objects, so what they add up to is one.
  return { ...next, _meta: mergedMeta(call._meta, fields._meta) as NonNullable<ToolCallUpdate["_meta"]> }
}
