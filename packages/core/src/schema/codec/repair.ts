/** The slow path: decodes what the guard refused, says what it did to it, and keeps unknown keys. */

import { isJsonObject, type JsonObject } from "../json-object.ts"
import type { DecodeIssue } from "./decode-issue.ts"
import { renamed } from "./lenient.ts"
import { expected, isMismatch, Mismatch, mismatch, type Path } from "./mismatch.ts"
import type { Alias, Choice, Field, Fields, Items, NullAs, Shape, Tags } from "./shape.ts"

/**
 * Decodes a value and adds to `issues` what leniency did. What needs no change comes back as the same reference, other
 * objects and lists as copies. Fails with a `Mismatch`, whose path starts with `path`.
 */
export const repair = (shape: Shape, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  switch (shape._tag) {
    case "Check":
      return shape.test(value) ? value : mismatch(path, shape.expected, value)
    case "Fields":
      return repairFields(shape, value, path, issues)
    case "Items":
      return repairItems(shape, value, path, issues)
    case "Choice":
      return repairChoice(shape, value, path, issues)
    case "Tags":
      return repairTags(shape, value, path, issues)
    case "NullAs":
      return repairNull(shape, value, path, issues)
    case "Alias":
      return repairAlias(shape, value, path, issues)
  }
}

const repairFields = ({ fields, rest }: Fields, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (!isJsonObject(value)) return mismatch(path, "an object", value)
  const changes: Array<readonly [name: string, value: unknown]> = []
  for (const field of fields) {
    const before = value[field.name]
    if (before === undefined && field.optional) continue
    const after = repairField(field, before, [...path, field.name], issues)
    if (isMismatch(after)) return after
    if (after !== before) changes.push([field.name, after])
  }
  if (rest !== undefined) {
    const known = new Set(fields.map(({ name }) => name))
    for (const [name, before] of Object.entries(value).filter(([name]) => !known.has(name))) {
      const after = repair(rest, before, [...path, name], issues)
      if (isMismatch(after)) return after
      if (after !== before) changes.push([name, after])
    }
  }
  return changes.length === 0 ? value : changed(value, changes)
}

const repairField = (field: Field, before: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
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
const isWordOf = (shape: Shape, value: unknown): boolean =>
  typeof value === "string" &&
  (shape._tag === "Check"
    ? (shape.words ?? []).some((word) => typeof word === "string")
    : shape._tag === "Choice" && shape.members.some((member) => isWordOf(member, value)))

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
const repairChoice = ({ members }: Choice, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  let deepest = mismatch(path, members.map(expected).join(" or "), value)
  for (const member of members) {
    const mark = issues.length
    const after = repair(member, value, path, issues)
    if (!isMismatch(after)) return after
    issues.length = mark
    if (after.path.length > deepest.path.length) deepest = after
  }
  return deepest
}

const repairTags = ({ key, members, open }: Tags, value: unknown, path: Path, issues: Array<DecodeIssue>): unknown => {
  if (!isJsonObject(value)) return mismatch(path, "an object", value)
  const tag = value[key]
  const member = members.get(tag)
  if (member !== undefined) return repair(member, value, path, issues)
  if (typeof tag !== "string") return mismatch([...path, key], "a string", tag)
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
