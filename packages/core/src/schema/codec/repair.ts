/** The slow path: decodes what the guard refused, says what it did to it, and keeps unknown keys. */

import type { Alias, Choice, Fields, Items, NullAs, OrNull, Shape, Tags, Words } from "../../protocol/shape.ts"
import { isJsonObject, type JsonObject } from "../json-object.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { type Key, keyOf } from "./fields.ts"
import { expected, isMismatch, Mismatch, mismatch, type Path } from "./mismatch.ts"
import { renamed } from "./renamed.ts"
import { scalars } from "./scalars.ts"

/**
 * Decodes a value and adds to `issues` what leniency did. What needs no change comes back as the same reference, other
 * objects and lists as copies. Fails with a `Mismatch`, whose path starts with `path`.
 */
export const repair = (shape: Shape, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (typeof shape === "string") return scalars[shape].test(value) ? value : mismatch(path, expected(shape), value)
  switch (shape.is) {
    case "words":
      return repairWord(shape, value, path, issues)
    case "otherWords":
      return typeof value === "string" && !shape.words.includes(value) ? value : mismatch(path, expected(shape), value)
    case "object":
      return repairFields(shape, value, path, issues)
    case "list":
      return repairItems(shape, value, path, issues)
    case "choice":
      return repairChoice(shape, value, path, issues)
    case "orNull":
      return repairOrNull(shape, value, path, issues)
    case "tagged":
      return repairTags(shape, value, path, issues)
    case "nullAs":
      return repairNull(shape, value, path, issues)
    case "alias":
      return repairAlias(shape, value, path, issues)
  }
}

const repairWord = (shape: Words, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (typeof value !== "string") return mismatch(path, expected(shape), value)
  if (shape.words.includes(value)) return value
  if (!shape.open) return mismatch(path, expected(shape), value)
  issues.push({ path, kind: "unknownWord", raw: value })
  return value
}

const repairFields = ({ fields, rest }: Fields, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (!isJsonObject(value)) return mismatch(path, "an object", value)
  const changes: Array<readonly [name: string, value: unknown]> = []
  for (const [name, field] of Object.entries(fields)) {
    const key = keyOf(field)
    const before = value[name]
    if (before === undefined && key.optional) continue
    const after = repairField(key, before, [...path, name], issues)
    if (isMismatch(after)) return after
    if (after !== before) changes.push([name, after])
  }
  if (rest !== undefined) {
    for (const [name, before] of Object.entries(value).filter(([name]) => !Object.hasOwn(fields, name))) {
      const after = repair(rest, before, [...path, name], issues)
      if (isMismatch(after)) return after
      if (after !== before) changes.push([name, after])
    }
  }
  return changes.length === 0 ? value : changed(value, changes)
}

const repairField = (field: Key, before: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (!field.lenient || before === undefined) return repair(field.of, before, path, issues)
  const mark = issues.length
  const after = repair(field.of, before, path, issues)
  if (!isMismatch(after)) return after
  issues.length = mark
  const kind = isWordOf(field.of, before) ? "unknownWord" : field.fallback === undefined ? "dropped" : "defaulted"
  issues.push({ path, kind, raw: before })
  return field.fallback
}

/** Whether a value is a word where others were expected. */
const isWordOf = (shape: Shape, value: unknown): boolean => {
  if (typeof value !== "string" || typeof shape === "string") return false
  if (shape.is === "orNull") return isWordOf(shape.of, value)
  return shape.is === "words" || (shape.is === "choice" && shape.of.some((member) => isWordOf(member, value)))
}

/** A copy with some keys replaced, or left out when their new value is undefined. Own `__proto__` keys stay own keys. */
const changed = (value: JsonObject, changes: ReadonlyArray<readonly [name: string, value: unknown]>): JsonObject => {
  const copy: Record<string, unknown> = { ...value }
  for (const [name, after] of changes) {
    if (after === undefined) delete copy[name]
    else copy[name] = after
  }
  return copy
}

const repairItems = ({ of, skip }: Items, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (!Array.isArray(value)) return mismatch(path, "a list", value)
  const kept: Array<unknown> = []
  for (const [index, before] of value.entries()) {
    const mark = issues.length
    const after = repair(of, before, [...path, index], issues)
    if (!isMismatch(after)) kept.push(after)
    else if (!skip) return after
    else {
      issues.length = mark
      issues.push({ path: [...path, index], kind: "dropped", raw: before })
    }
  }
  return kept.length === value.length && kept.every((item, index) => item === value[index]) ? value : kept
}

/** When no member accepts the value, the one that got deepest knows best what is wrong. */
const repairChoice = ({ of }: Choice, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  let deepest = mismatch(path, of.map(expected).join(" or "), value)
  for (const member of of) {
    const mark = issues.length
    const after = repair(member, value, path, issues)
    if (!isMismatch(after)) return after
    issues.length = mark
    if (after.path.length > deepest.path.length) deepest = after
  }
  return deepest
}

const repairOrNull = (shape: OrNull, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (value === null) return null
  const after = repair(shape.of, value, path, issues)
  return isMismatch(after) && after.path.length === path.length ? mismatch(path, expected(shape), value) : after
}

const repairTags = ({ key, members, open }: Tags, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (!isJsonObject(value)) return mismatch(path, "an object", value)
  const tag = value[key]
  if (typeof tag !== "string") return mismatch([...path, key], "a string", tag)
  const member = Object.hasOwn(members, tag) ? members[tag] : undefined
  if (member !== undefined) return repair(member, value, path, issues)
  if (!open) return new Mismatch([...path, key], `unknown ${key} ${JSON.stringify(tag)}`)
  issues.push({ path: [...path, key], kind: "unknownWord", raw: tag })
  return { type: "unknown", tag, raw: value }
}

const repairNull = ({ of, fallback }: NullAs, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (value !== null) return repair(of, value, path, issues)
  issues.push({ path, kind: "defaulted", raw: null })
  return fallback
}

const repairAlias = ({ of, alias }: Alias, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  const read = renamed(value, alias)
  if (read !== value && isJsonObject(value))
    issues.push({ path: [...path, alias.from], kind: "alias", raw: value[alias.from] })
  return repair(of, read, path, issues)
}
