/** The combinators by themselves: what plain effect makes of them, and what the compiled path makes of the same value. */

import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { shapeOf } from "../../../generator/shape-of.ts"
import { orThrow } from "../../../src/internal/result.ts"
import { decoder } from "../../../src/schema/codec/decoder.ts"
import { lenientItems, lenientKey, lenientList, nullAs, withAlias } from "../../../src/schema/effect/lenient.ts"
import { openUnion, taggedUnion } from "../../../src/schema/effect/tagged.ts"

/** Decodes both ways, which must agree, and gives what the compiled path says. */
const both = <T>(schema: Schema.Codec<T, unknown>, value: unknown) => {
  const compiled = decoder(shapeOf(schema)).decode(value)
  const plain = Schema.decodeUnknownResult(schema)(value)
  expect(compiled._tag).toBe(plain._tag)
  if (compiled._tag === "Success" && plain._tag === "Success") expect(compiled.success.value).toEqual(plain.success)
  return compiled._tag === "Success" ? compiled.success : { path: compiled.failure.path }
}

describe("lenientKey", () => {
  const schema = Schema.Struct({
    size: lenientKey(Schema.Finite),
    isOpen: lenientKey(Schema.Boolean, false)
  })

  it("leaves good values and absent keys as they are", () => {
    expect(both(schema, { size: 1, isOpen: true })).toEqual({ value: { size: 1, isOpen: true } })
    expect(both(schema, {})).toEqual({ value: {} })
  })

  it("leaves a malformed value out, or puts the fallback in its place", () => {
    expect(both(schema, { size: "1", isOpen: null })).toEqual({
      value: { isOpen: false },
      issues: [
        { path: ["size"], kind: "dropped", raw: "1" },
        { path: ["isOpen"], kind: "defaulted", raw: null }
      ]
    })
  })

  it("calls a word that it does not know an unknown word, and other values malformed", () => {
    const choice = Schema.Struct({ kind: lenientKey(Schema.NullOr(Schema.Literals(["a", "b"]))) })
    expect(both(choice, { kind: "c" })).toMatchObject({ issues: [{ path: ["kind"], kind: "unknownWord", raw: "c" }] })
    expect(both(choice, { kind: 1 })).toMatchObject({ issues: [{ path: ["kind"], kind: "dropped", raw: 1 }] })
  })

  it("forgets what was repaired inside a value that it leaves out", () => {
    const outer = Schema.Struct({
      inner: lenientKey(Schema.Struct({ a: lenientKey(Schema.Finite), b: Schema.Finite }))
    })
    expect(both(outer, { inner: { a: "x" } })).toEqual({
      value: {},
      issues: [{ path: ["inner"], kind: "dropped", raw: { a: "x" } }]
    })
  })
})

describe("lenientItems and lenientList", () => {
  const schema = Schema.Struct({ some: lenientKey(lenientItems(Schema.Finite)), all: lenientList(Schema.Finite) })

  it("leave malformed items out", () => {
    expect(both(schema, { some: [1, "2"], all: [null, 3] })).toEqual({
      value: { some: [1], all: [3] },
      issues: [
        { path: ["some", 1], kind: "dropped", raw: "2" },
        { path: ["all", 0], kind: "dropped", raw: null }
      ]
    })
  })

  it("lenient lists take what is not a list for absent, or for an empty list", () => {
    expect(both(schema, { some: 1, all: 1 })).toEqual({
      value: { all: [] },
      issues: [
        { path: ["some"], kind: "dropped", raw: 1 },
        { path: ["all"], kind: "defaulted", raw: 1 }
      ]
    })
  })

  it("forget what was repaired inside an item that they leave out", () => {
    const items = Schema.Struct({ all: lenientList(Schema.Struct({ a: lenientKey(Schema.Finite), b: Schema.Finite })) })
    expect(both(items, { all: [{ a: "x" }, { a: "y", b: 1 }] })).toEqual({
      value: { all: [{ b: 1 }] },
      issues: [
        { path: ["all", 0], kind: "dropped", raw: { a: "x" } },
        { path: ["all", 1, "a"], kind: "dropped", raw: "y" }
      ]
    })
  })

  it("need a list that is required", () => {
    expect(both(schema, {})).toEqual({ path: ["all"] })
  })
})

describe("nullAs", () => {
  const schema = Schema.Struct({ items: nullAs(Schema.Array(Schema.Finite), []) })

  it("takes null for the fallback and is strict otherwise", () => {
    expect(both(schema, { items: null })).toEqual({
      value: { items: [] },
      issues: [{ path: ["items"], kind: "defaulted", raw: null }]
    })
    expect(both(schema, { items: [1, "2"] })).toEqual({ path: ["items", 1] })
    expect(both(schema, {})).toEqual({ path: ["items"] })
  })
})

describe("taggedUnion and openUnion", () => {
  const point = Schema.Struct({ x: Schema.Finite })
  const circle = Schema.Struct({ r: lenientKey(Schema.Finite) })
  const closed = taggedUnion("is", { point, circle })
  const open = openUnion({ point, circle })

  it("decode the member that the tag names", () => {
    expect(both(closed, { is: "point", x: 1 })).toEqual({ value: { is: "point", x: 1 } })
    expect(both(open, { type: "circle", r: "1" })).toMatchObject({ value: { type: "circle" } })
  })

  it("don't take a broken member for another one", () => {
    expect(both(closed, { is: "point" })).toEqual({ path: ["x"] })
    expect(both(open, { type: "point" })).toEqual({ path: ["x"] })
  })

  it("refuse an unknown tag, or keep what carries it", () => {
    expect(both(closed, { is: "square" })).toEqual({ path: ["is"] })
    expect(both(open, { type: "square", a: 1 })).toMatchObject({
      value: { type: "unknown", tag: "square", raw: { type: "square", a: 1 } }
    })
    expect(both(open, { type: 1 })).toEqual({ path: ["type"] })
  })

  it("write what they kept as it was", () => {
    const raw = { type: "square", a: 1 }
    const kept = Schema.decodeUnknownSync(open)(raw)
    expect(Schema.encodeSync(open)(kept)).toEqual(raw)
  })

  it("keep even what is tagged as unknown on the wire", () => {
    expect(both(open, { type: "unknown" })).toMatchObject({ value: { type: "unknown", tag: "unknown" } })
  })
})

describe("withAlias", () => {
  const schema = taggedUnion("is", { a: Schema.Struct({ id: Schema.String }), b: Schema.Struct({}) }).pipe(
    withAlias({ tag: "is", word: "a", from: "name", to: "id" })
  )

  it("reads the other name where the key is missing", () => {
    const decoded = decoder(shapeOf(schema)).decode({ is: "a", name: "n" })
    expect(orThrow(decoded)).toEqual({
      value: { is: "a", name: "n", id: "n" },
      issues: [{ path: ["name"], kind: "alias", raw: "n" }]
    })
  })

  it("leaves the other name alone where the key is there, and in other members", () => {
    expect(decoder(shapeOf(schema)).isClean({ is: "a", id: "i", name: "n" })).toBe(true)
    expect(decoder(shapeOf(schema)).isClean({ is: "b", name: "n" })).toBe(true)
  })
})

describe("a union without a tag", () => {
  const schema = Schema.Union([
    Schema.Struct({ type: Schema.Literal("list"), items: nullAs(Schema.Array(Schema.Finite), []) }),
    Schema.Struct({ name: Schema.String })
  ])

  it("is decided by the first member that accepts, also when only a later one is clean", () => {
    expect(both(schema, { name: "n" })).toEqual({ value: { name: "n" } })
    const value = { type: "list", items: null, name: "n" }
    expect(orThrow(decoder(shapeOf(schema)).decode(value))).toEqual({
      value: { type: "list", items: [], name: "n" },
      issues: [{ path: ["items"], kind: "defaulted", raw: null }]
    })
  })

  it("forgets what was repaired for a member that did not fit", () => {
    const strict = Schema.Union([
      Schema.Struct({ a: lenientKey(Schema.Finite), b: Schema.Finite }),
      Schema.Struct({ a: Schema.String, c: lenientKey(Schema.Finite) })
    ])
    expect(both(strict, { a: "x", c: "1" })).toEqual({
      value: { a: "x" },
      issues: [{ path: ["c"], kind: "dropped", raw: "1" }]
    })
  })

  it("names the place where the member that got deepest failed", () => {
    expect(both(schema, { type: "list", items: [1, "2"] })).toEqual({ path: ["items", 1] })
  })
})

describe("decoder", () => {
  it("refuses schemas that use more of effect than the protocol's", () => {
    const date: Schema.Codec<Date, unknown> = Schema.Date
    expect(() => decoder(shapeOf(date)).isClean(1)).toThrow(TypeError)
    expect(() => decoder(shapeOf(Schema.NumberFromString)).isClean(1)).toThrow(TypeError)
    expect(() => decoder(shapeOf(Schema.Tuple([Schema.String, Schema.Finite]))).isClean(1)).toThrow(TypeError)
  })

  it("takes a key that is undefined for an absent one", () => {
    const schema = Schema.Struct({ a: lenientKey(Schema.Finite), b: Schema.Finite })
    expect(decoder(shapeOf(schema)).isClean({ a: undefined, b: 1 })).toBe(true)
    expect(decoder(shapeOf(schema)).isClean({ a: 1, b: undefined })).toBe(false)
  })

  it("holds the values of a record against their schema", () => {
    const schema = Schema.Record(Schema.String, Schema.Struct({ n: lenientKey(Schema.Finite) }))
    expect(both(schema, { a: { n: 1 }, b: {} })).toEqual({ value: { a: { n: 1 }, b: {} } })
    expect(both(schema, { a: { n: "1" } })).toEqual({
      value: { a: {} },
      issues: [{ path: ["a", "n"], kind: "dropped", raw: "1" }]
    })
    expect(both(schema, { a: 1 })).toEqual({ path: ["a"] })
  })
})
