/** The fast path: a predicate that holds for values which decoding would leave as they are. */
import type { Choice, Fields, Items, Shape, Tags } from "../../protocol/shape.ts"
import { isJsonObject } from "../json-object.ts"
import { keyOf } from "./fields.ts"
import { isMismatch } from "./mismatch.ts"
import { repair } from "./repair.ts"
import { scalars } from "./scalars.ts"

/** Tells whether a value is clean: decoding it would change nothing. It allocates nothing for clean values. */
export type Guard = (value: unknown) => boolean

const compiled = new WeakMap<object, Guard>()

/**
 * The guard of a shape, compiled once however many shapes it is a part of. Unknown keys are let through; a key with the
 * value undefined counts as absent.
 */
export const guard = (shape: Shape): Guard => {
  if (typeof shape === "string") return scalars[shape].test
  const known = compiled.get(shape)
  if (known !== undefined) return known
  const made = compile(shape)
  compiled.set(shape, made)
  return made
}

const compile = (shape: Exclude<Shape, string>): Guard => {
  switch (shape.is) {
    case "words":
      return words(shape.words)
    case "otherWords":
      return (value) => typeof value === "string" && !shape.words.includes(value)
    case "object":
      return fields(shape)
    case "list":
      return items(shape)
    case "choice":
      return choice(shape)
    case "orNull":
      return orNull(guard(shape.of))
    case "tagged":
      return tags(shape)
    case "nullAs":
    case "alias":
      return guard(shape.of)
  }
}

const words = (words: ReadonlyArray<string>): Guard => {
  const [word] = words
  if (words.length === 1) return (value) => value === word
  const set = new Set<unknown>(words)
  return (value) => set.has(value)
}

const orNull =
  (isClean: Guard): Guard =>
  (value) =>
    value === null || isClean(value)

/** Goes by the keys that are there, since most of the optional ones are not. */
const fields = ({ fields, rest }: Fields): Guard => {
  const keys = Object.entries(fields).map(([name, field]) => [name, keyOf(field)] as const)
  if (keys.length === 0 && rest === undefined) return isJsonObject
  const known = new Map(
    keys.map(([name, { of, optional }]) => [name, { isClean: guard(of), needed: optional ? 0 : 1 }])
  )
  const needed = keys.filter(([, { optional }]) => !optional).length
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

/** The members are compiled at the first value that has their word: most programs never see most of them. */
const tags = ({ key, members }: Tags): Guard => {
  const guards = new Map<unknown, Guard>(
    Object.entries(members).map(([word, of]) => {
      const first: Guard = (value) => {
        const made = guard(of)
        guards.set(word, made)
        return made(value)
      }
      return [word, first]
    })
  )
  return (value) => isJsonObject(value) && (guards.get(value[key])?.(value) ?? false)
}

/** The first member that accepts a value decides: a later one must not call clean what the first would change. */
const choice = ({ of }: Choice): Guard => {
  const guards = of.map(guard)
  return (value) => {
    for (let index = 0; index < of.length; index++) {
      if ((guards[index] as Guard)(value)) return true
      if (accepts(of[index] as Shape, value)) return false
    }
    return false
  }
}

const accepts = (shape: Shape, value: unknown): boolean =>
  typeof shape !== "string" && !isMismatch(repair(shape, value, [], []))
