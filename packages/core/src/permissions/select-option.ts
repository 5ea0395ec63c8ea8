/** The choice among the options that an agent offers with a permission request. */
import type { PermissionOption, RequestPermissionOutcome } from "../schema/index.ts"

/** What a permission request is answered with, before it is known which options are offered. */
export type PermissionAnswer = "allow" | "allowAlways" | "reject" | "rejectAlways"

/** The kinds that give an answer, the wanted one first: an answer for one time before one for all times. */
const kindsFor: Readonly<Record<PermissionAnswer, ReadonlyArray<PermissionOption["kind"]>>> = {
  allow: ["allow_once", "allow_always"],
  allowAlways: ["allow_always", "allow_once"],
  reject: ["reject_once", "reject_always"],
  rejectAlways: ["reject_always", "reject_once"]
}

/** Whether `word` is an answer. */
export const isPermissionAnswer = (word: string): word is PermissionAnswer => Object.hasOwn(kindsFor, word)

/**
 * Selects the offered option that gives `answer`, by its kind alone: never by its id, its name or its place, so an
 * option of an unknown kind is never chosen. Without a fitting option the outcome is `cancelled`.
 */
export const selectOption = (
  options: ReadonlyArray<PermissionOption>,
  answer: PermissionAnswer
): RequestPermissionOutcome => {
  for (const kind of kindsFor[answer]) {
    const option = options.find((offered) => offered.kind === kind)
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId }
  }
  return { outcome: "cancelled" }
}
