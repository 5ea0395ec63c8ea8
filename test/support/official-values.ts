/** Values for property tests: made from the official schema, and broken in the ways in which agents break them. */
import fc from "fast-check"
import { officialForms } from "./official-schema.ts"
import type { Form, Forms, Key } from "./wire-form.ts"

const whole = (min: number, max: number) => fc.oneof(fc.integer({ min: Math.max(min, 0), max: 9 }), fc.constant(max))
const word = fc.constantFrom("", "a", "no-such-word", "é😀", "__proto__", "constructor", "https://example.com/x")
const anything = fc.jsonValue({ maxDepth: 1 }).map((value) => value as unknown)

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: word,
  boolean: fc.boolean(),
  null: fc.constant(null),
  anything,
  uri: fc.constant("https://example.com/x"),
  uint16: whole(0, 65_535),
  uint32: whole(0, 4_294_967_295),
  int32: whole(-9, 2_147_483_647),
  int64: whole(-9, 2 ** 53),
  uint64: whole(0, 2 ** 60),
  "a finite number": fc.constantFrom(0, -1.5, 2, 1e300),
  "a value with a length of at least 1": fc.constant("a")
}

const scalarOf = (expected: string): fc.Arbitrary<unknown> =>
  scalars[expected] ?? fc.constant(expected.startsWith('"') ? JSON.parse(expected) : Number(expected))

/** Values of a definition that the official schema accepts, without keys that it does not know. */
export const valid = (definition: string): fc.Arbitrary<unknown> => valuesOf(officialForms(definition, {}))

const valuesOf = (forms: Forms): fc.Arbitrary<unknown> => fc.oneof(...forms.map(valuesOfForm))

const valuesOfForm = (form: Form): fc.Arbitrary<unknown> => {
  switch (form.is) {
    case "scalar":
      return form.expected.startsWith("a word other than") ? fc.constant("another-word") : scalarOf(form.expected)
    case "list":
      return fc.array(valuesOf(form.of), { maxLength: 2 })
    case "object":
      return objectOf(form.keys, form.rest)
    case "null as":
      return valuesOf(form.of)
    default:
      throw new Error(`the official schema has no form ${form.is}`)
  }
}

const objectOf = (keys: Readonly<Record<string, Key>>, rest: Forms | undefined): fc.Arbitrary<unknown> => {
  const known = fc.record(Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, valuesOf(key.of)])), {
    requiredKeys: Object.entries(keys).flatMap(([name, { optional }]) => (optional ? [] : [name]))
  })
  return rest === undefined ? known : fc.dictionary(fc.constantFrom("x", "y", "z"), valuesOf(rest))
}

/** What stands where something else should: null, the wrong type, a word nobody knows, a broken object. */
const junk: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    4_294_967_296,
    2 ** 60,
    "",
    "no-such-word",
    [],
    {},
    [null],
    [{}],
    { type: "no-such-type" }
  ]
)

type Site = { readonly holder: Record<string | number, unknown>; readonly key: string | number }

const sitesOf = (value: unknown): ReadonlyArray<Site> => {
  if (typeof value !== "object" || value === null) return []
  const holder = value as Record<string | number, unknown>
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [{ holder, key }, ...sitesOf(holder[key])])
}

type Damage = { readonly at: number; readonly what: "replace" | "remove" | "rename"; readonly by: unknown }

const damaged = (value: unknown, damages: ReadonlyArray<Damage>): unknown => {
  const copy = structuredClone(value)
  for (const { at, what, by } of damages) {
    const sites = sitesOf(copy)
    const site = sites[at % Math.max(1, sites.length)]
    if (site === undefined) continue
    if (what === "replace") site.holder[site.key] = structuredClone(by)
    else if (Array.isArray(site.holder)) site.holder.splice(Number(site.key), 1)
    else {
      if (what === "rename") site.holder.modeId = site.holder[site.key]
      delete site.holder[site.key]
    }
  }
  return copy
}

/** Values of a definition in which up to three places are wrong, missing or called `modeId`. */
export const mutated = (definition: string): fc.Arbitrary<unknown> => {
  const what = fc.constantFrom("replace" as const, "replace" as const, "remove" as const, "rename" as const)
  const damage = fc.record({ at: fc.nat(200), what, by: junk })
  return fc
    .tuple(valid(definition), fc.array(damage, { minLength: 0, maxLength: 3 }))
    .map(([value, damages]) => damaged(value, damages))
}
