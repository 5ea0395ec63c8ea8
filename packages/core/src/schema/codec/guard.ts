/** The fast path: a predicate that holds for values which decoding would leave as they are. */
import { isJsonObject } from "../json-object.ts"
import { isMismatch } from "./mismatch.ts"
import { repair } from "./repair.ts"
import type { Choice, Fields, Items, Shape, Tags } from "./shape.ts"

/** Tells whether a value is clean: decoding it would change nothing. It allocates nothing for clean values. */
export type Guard = (value: unknown) => boolean

/** Compiles the guard of a shape. Unknown keys are let through; a key with the value undefined counts as absent. */
export const guard = (shape: Shape): Guard => {
  switch (shape._tag) {
    case "Check":
      return shape.test
    case "Fields":
      return fields(shape)
    case "Items":
      return items(shape)
    case "Choice":
      return choice(shape)
    case "Tags":
      return tags(shape)
    case "NullAs":
      return guard(shape.of)
    case "Alias":
      return guard(shape.of)
  }
}

/** Goes by the keys that are there, since most of the optional ones are not. */
const fields = ({ fields, rest }: Fields): Guard => {
  if (fields.length === 0 && rest === undefined) return isJsonObject
  const known = new Map(
    fields.map(({ name, of, optional }) => [name, { isClean: guard(of), needed: optional ? 0 : 1 }])
  )
  const needed = fields.filter(({ optional }) => !optional).length
  const unknown = { isClean: rest === undefined ? () => true : guard(rest), needed: 0 }
  return (value) => {
    if (!isJsonObject(value)) return false
    let found = 0
    for (const name in value) {
      const each = value[name]
      if (each === undefined) continue
      const field = known.get(name) ?? unknown
      if (!field.isClean(each)) return false
      found += field.needed
    }
    return found === needed
  }
}

const items = ({ of }: Items): Guard => {
  const item = guard(of)
  return (value) => {
    if (!Array.isArray(value)) return false
    for (let index = 0; index < value.length; index++) if (!item(value[index])) return false
    return true
  }
}

const tags = ({ key, members }: Tags): Guard => {
  const guards = new Map([...members].map(([tag, of]) => [tag, guard(of)]))
  return (value) => isJsonObject(value) && (guards.get(value[key])?.(value) ?? false)
}

/** The first member that accepts a value decides: a later one must not call clean what the first would change. */
const choice = ({ members }: Choice): Guard => {
  const guards = members.map(guard)
  return (value) => {
    for (let index = 0; index < members.length; index++) {
      if ((guards[index] as Guard)(value)) return true
      if (accepts(members[index] as Shape, value)) return false
    }
    return false
  }
}

const accepts = (shape: Shape, value: unknown): boolean =>
  shape._tag !== "Check" && !isMismatch(repair(shape, value, [], []))
