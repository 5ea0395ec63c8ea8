/** How the `_meta` of several updates of one thing adds up (protocol: Extensibility). */
import { isRecord, isText, type JsonRecord } from "../state/json.ts"
import { sameJson } from "../state/same-json.ts"

/** Objects nested deeper than this are replaced whole. */
const MAX_DEPTH = 64

/** Past so many fields an object is replaced rather than added to, so that each update costs the same. */
const MAX_FIELDS = 256

const own = (object: JsonRecord, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)

/** Writes a field, also one that is called `__proto__`. */
const define = (object: Record<string, unknown>, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

const merged = (known: JsonRecord, given: JsonRecord, depth: number): JsonRecord => {
  const news: Array<readonly [name: string, value: unknown]> = []
  let added = 0
  for (const name of Object.keys(given)) {
    const before = own(known, name)
    const value = given[name]
    const next = depth > 0 && isRecord(before) && isRecord(value) ? merged(before, value, depth - 1) : value
    if (Object.hasOwn(known, name)) {
      if (next !== before && !sameJson(before, next)) news.push([name, next])
    } else {
      news.push([name, next])
      added += 1
    }
  }
  if (news.length === 0) return known
  if (added > 0 && Object.keys(known).length + added > MAX_FIELDS) return given
  const copy = { ...known }
  for (const [name, value] of news) define(copy, name, value)
  return copy
}

/**
 * What was known with what is given over it: objects are merged field by field at any depth, anything else replaces. The
 * known object itself when nothing is new; what is not an object says nothing.
 */
export const mergedMeta = (known: JsonRecord | undefined, given: unknown): JsonRecord | undefined => {
  if (!isRecord(given)) return known
  return known === undefined ? given : merged(known, given, MAX_DEPTH)
}

/** The tool call that started the subagent which something comes from, as Claude's adapter says it. */
export const parentIn = (meta: unknown): string | undefined => {
  const claudeCode = isRecord(meta) ? own(meta, "claudeCode") : undefined
  const parent = isRecord(claudeCode) ? own(claudeCode, "parentToolUseId") : undefined
  return isText(parent) ? parent : undefined
}
