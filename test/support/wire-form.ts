/**
 * What a schema accepts, in a form in which the official JSON Schema and ours can be compared: every `$ref`, `allOf` and
 * shared base resolved, so that only the alternatives of a value and the marks of its keys are left.
 */

/** One way in which a value may look. */
export type Form =
  | { readonly is: "scalar"; readonly expected: string }
  | { readonly is: "list"; readonly of: Forms; readonly skipsInvalid: boolean }
  | { readonly is: "object"; readonly keys: Readonly<Record<string, Key>>; readonly rest?: Forms }
  | { readonly is: "null as"; readonly fallback: unknown; readonly of: Forms }
  | { readonly is: "kept unknown"; readonly key: string }
  | { readonly is: "alias"; readonly from: string; readonly to: string }

/** The ways in which a value may look, in an order that depends on them alone. */
export type Forms = ReadonlyArray<Form>

/** A key of an object. `fallback` is what its value counts as when it is malformed, undefined being an absent key. */
export interface Key {
  readonly optional: boolean
  readonly lenient: boolean
  readonly fallback: unknown
  readonly of: Forms
}

/** A scalar, by the words that our failures use for it. */
export const scalar = (expected: string): Form => ({ is: "scalar", expected })

/** Brings alternatives into their order, each once. */
export const forms = (all: ReadonlyArray<Form>): Forms =>
  [...new Map(all.map((form) => [JSON.stringify(form), form] as const))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, form]) => form)

/** An object form, its keys in order. */
export const object = (keys: Readonly<Record<string, Key>>, rest?: Forms): Form => ({
  is: "object",
  keys: Object.fromEntries(Object.entries(keys).sort(([one], [other]) => (one < other ? -1 : 1))),
  ...(rest !== undefined && { rest })
})
