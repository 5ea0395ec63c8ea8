/** Checks what a user filled in against the form that the agent sent (protocol: Elicitation). */
import type { CreateElicitationResponse, ElicitationPropertySchema, ElicitationSchema } from "../schema/index.ts"

/**
 * The answer as it may be sent: an accepted one whose content fits the form; a declined or cancelled one without content.
 * Throws a `TypeError` that names the field which does not fit. Patterns are the agent's, so they are not run here.
 */
export const formAnswer = (form: ElicitationSchema, answer: CreateElicitationResponse): CreateElicitationResponse => {
  if (answer.action !== "accept") {
    if (!("content" in answer)) return answer
    const { content: _, ...rest } = answer
    return rest as CreateElicitationResponse
  }
  const content = ("content" in answer ? answer.content : undefined) ?? {}
  const properties = form.properties ?? {}
  for (const name of form.required ?? []) {
    if (!Object.hasOwn(content, name)) throw new TypeError(`the form needs ${name}`)
  }
  for (const [name, value] of Object.entries(content)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const wrong = property && misfit(property, value)
    if (wrong !== undefined) throw new TypeError(`${name} ${wrong}`)
  }
  return answer
}

/** Why a value does not fit its field; undefined when it does, or when the field is of a type from a later version. */
const misfit = (property: ElicitationPropertySchema, value: unknown): string | undefined => {
  const limits = property as Readonly<Record<string, unknown>>
  switch (property.type) {
    case "string":
      if (typeof value !== "string") return "is not a string"
      return outside([...value].length, limits.minLength, limits.maxLength) ?? notOffered(limits, [value])
    case "integer":
      if (!Number.isInteger(value)) return "is not a whole number"
      return outside(value as number, limits.minimum, limits.maximum)
    case "number":
      if (typeof value !== "number") return "is not a number"
      return outside(value, limits.minimum, limits.maximum)
    case "boolean":
      return typeof value === "boolean" ? undefined : "is not true or false"
    case "array":
      if (!Array.isArray(value)) return "is not a list"
      return outside(value.length, limits.minItems, limits.maxItems) ?? notOffered(limits.items, value)
    default:
      return undefined
  }
}

const outside = (size: number, min: unknown, max: unknown): string | undefined => {
  if (typeof min === "number" && size < min) return `is under ${min}`
  return typeof max === "number" && size > max ? `is over ${max}` : undefined
}

/** The first choice that is not among those of `enum`, `oneOf` or `anyOf`, where there are any. */
const notOffered = (choices: unknown, chosen: ReadonlyArray<unknown>): string | undefined => {
  if (typeof choices !== "object" || choices === null) return undefined
  const { enum: words, oneOf, anyOf } = choices as Readonly<Record<string, unknown>>
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : undefined
  const offered = Array.isArray(words) ? words : titled?.map((option: { readonly const?: unknown }) => option.const)
  if (offered === undefined || chosen.every((choice) => offered.includes(choice))) return undefined
  return "is not one of the choices"
}
