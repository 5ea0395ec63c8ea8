/** The check that the rules of a policy go through when they are handed in. */
import { ToolKind } from "../protocol/tables.ts"
import { guard } from "../schema/codec/guard.ts"
import { placePath } from "./path.ts"
import type { PermissionMatch, PermissionRule } from "./permission-rule.ts"
import { isPermissionAnswer } from "./select-option.ts"

const isKind = guard(ToolKind)
const isText = (value: unknown): boolean => typeof value === "string"

const fields: Readonly<Record<keyof PermissionMatch, (value: unknown) => boolean>> = {
  kind: (value) => isKind(value) || (Array.isArray(value) && value.length > 0 && value.every(isKind)),
  titlePrefix: isText,
  name: isText,
  under: (value) => typeof value === "string" && placePath(value) !== undefined,
  sessionId: isText
}

/**
 * Refuses rules that would mean something else than they look like: throws a `TypeError` that names the first rule with
 * an unknown answer or tool kind, with a field that no rule has, or with a field that is undefined or of the wrong type.
 * Left standing, a misspelt condition would make a rule hold for everything, and a misspelt kind for nothing.
 */
export const assertRules = (rules: ReadonlyArray<PermissionRule>): void => {
  for (const [index, rule] of rules.entries()) {
    const refuse = (what: string): never => {
      throw new TypeError(`permission rule ${index}: ${what}`)
    }
    if ("match" in rule && (typeof rule.match !== "object" || rule.match === null)) refuse("match is not an object")
    for (const [name, value] of Object.entries(rule.match ?? {})) {
      if (!Object.hasOwn(fields, name)) refuse(`no field is called ${name}`)
      if (!fields[name as keyof PermissionMatch](value)) refuse(`${name} is ${JSON.stringify(value)}`)
    }
    for (const name of Object.keys(rule)) {
      if (name !== "match" && name !== "answer" && name !== "ask") refuse(`no field is called ${name}`)
    }
    if ("answer" in rule === "ask" in rule) refuse("it takes either answer or ask")
    if ("answer" in rule && !isPermissionAnswer(rule.answer)) refuse(`${rule.answer} is not an answer`)
    if ("ask" in rule && typeof rule.ask !== "function") refuse("ask is not a function")
  }
}
