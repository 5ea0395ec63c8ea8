/** JSON text at any depth. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jsonText } from "../../src/internal/json-text.ts"

const DEPTH = 200_000
const nested = (open: string, inner: string, close: string): string =>
  `${open.repeat(DEPTH)}${inner}${close.repeat(DEPTH)}`

/** A value that `JSON.stringify` can't write, with `inner` at the bottom. */
const above = (inner: unknown): unknown => {
  let value = inner
  for (let depth = 0; depth < DEPTH; depth++) value = [value]
  return value
}

describe("the JSON of a value", () => {
  it.each([
    ["arrays", nested("[", "", "]")],
    ["objects", nested('{"a":', "1", "}")],
    ["members beside the deep one", nested('{"a":1,"b":[', "2", '],"c":"["}')]
  ])("is written at depth 200,000: %s", (_, text) => {
    expect(jsonText(JSON.parse(text)) === text).toBe(true)
  })

  it("is written as JSON.stringify writes it, also below the depth that this can reach", () => {
    const leaf = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(undefined, Number.NaN, new Date(0), Object(1), Object("a"), Object(true), () => 1, Symbol("s")),
      fc.record({ a: fc.anything({ withDate: true, maxDepth: 2 }), b: fc.constant(undefined) }),
      fc.array(fc.constantFrom(undefined, null, 0))
    )
    fc.assert(
      fc.property(leaf, (value) => {
        let expected: string | undefined
        try {
          expected = JSON.stringify(value)
        } catch {
          return
        }
        expect(jsonText(value)).toBe(expected)
        const text = jsonText(above(value)) as string
        expect(text.slice(DEPTH, -DEPTH)).toBe(expected ?? "null")
      }),
      { numRuns: 15 }
    )
  })

  it.each([
    ["a BigInt", 1n, TypeError],
    ["a getter that throws", Object.defineProperty({}, "a", { enumerable: true, get: () => fail("getter") }), Error],
    ["a toJSON that throws", { toJSON: () => fail("toJSON") }, Error]
  ])("fails with a throw for %s, at any depth", (_, value, kind) => {
    expect(() => jsonText(value)).toThrow(kind)
    expect(() => jsonText(above(value))).toThrow(kind)
  })

  it("fails with a TypeError for a cycle, however long", () => {
    const top: Array<unknown> = []
    top.push(above(top))
    expect(() => jsonText(top)).toThrow(TypeError)
  })
})

const fail = (what: string): never => {
  throw new Error(what)
}
