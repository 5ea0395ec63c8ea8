/** How the `_meta` of several reports about one tool call adds up, and the one thing that is read from it. */
import { isJsonObject } from "../schema/json-object.ts"

/** Objects nested deeper than this are replaced whole. */
const MAX_DEPTH = 64

/** Past so many fields an object is replaced rather than added to, so that each report costs the same. */
const MAX_FIELDS = 256

/**
 * What was known with what is given over it: objects are merged field by field at any depth, anything else replaces.
 * Neither argument is changed.
 */
export const mergedMeta = (known: unknown, given: unknown, depth = MAX_DEPTH): unknown => {
  if (depth === 0 || !isJsonObject(known) || !isJsonObject(given)) return given
  const names = Object.keys(given)
  if (names.length + Object.keys(known).length > MAX_FIELDS) return given
  const fields = names.map((name) => {
    const before = Object.hasOwn(known, name) ? known[name] : undefined
    return [name, mergedMeta(before, given[name], depth - 1)] as const
  })
  // Entries and spread keep a field called `__proto__` a field.
  return { ...known, ...Object.fromEntries(fields) }
}

/** The tool call that started the subagent which a call comes from, where its `_meta` says so. */
export const parentOfCall = (call: { readonly _meta?: unknown } | undefined): string | undefined => {
  const meta = call?._meta
  const claudeCode = isJsonObject(meta) && Object.hasOwn(meta, "claudeCode") ? meta.claudeCode : undefined
  const parent = isJsonObject(claudeCode) ? claudeCode.parentToolUseId : undefined
  return typeof parent === "string" ? parent : undefined
}
