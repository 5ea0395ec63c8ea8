/** What our schemas accept and make of it, against the official schema, against plain effect, against the official SDK. */
import * as ours from "@rxacp/core/schema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shapeOf } from "../packages/core/generator/shape-of.ts"
import { decoder } from "../packages/core/src/schema/codec/decoder.ts"
import { official } from "./support/official-schema.ts"
import { officialValidator } from "./support/official-validators.ts"
import { mutated, valid } from "./support/official-values.ts"

const schemas = ours as Readonly<Record<string, unknown>>
const shared = Object.keys(official.$defs).filter((name) => Object.hasOwn(schemas, name))
const cases = shared.map((name) => ({ name, schema: schemas[name] as Schema.Codec<unknown, unknown> }))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** null stands for an empty list, so this method for a terminal is repaired. The official schema, to which null is wrong here, takes it for one of the agent's own. */
const isTerminalWithNull = (value: unknown): boolean =>
  isObject(value) && value.type === "terminal" && (value.args === null || value.env === null)

/** Values of which we are meant to think otherwise than the official schema. */
const meantToDiffer: Readonly<Record<string, (value: unknown) => boolean>> = {
  AuthMethod: isTerminalWithNull,
  InitializeResponse: (value) => isObject(value) && [value.authMethods].flat().some(isTerminalWithNull),
  // Any word ends a turn.
  PromptResponse: (value) => isObject(value) && typeof value.stopReason === "string"
}

describe.each(cases)("$name", ({ name, schema }) => {
  const { isClean, decode } = decoder(shapeOf(schema))
  const accepts = officialValidator(name)
  const plain = Schema.decodeUnknownResult(schema)
  const encode = Schema.encodeSync(schema)
  const stripped = Schema.decodeUnknownSync(Schema.toType(schema))

  it("is clean exactly when the official schema accepts it", () => {
    fc.assert(
      fc.property(mutated(name), (value) => {
        fc.pre(!meantToDiffer[name]?.(value))
        expect(isClean(value)).toBe(accepts(value))
      }),
      { numRuns: 60 }
    )
  })

  it("is repaired with a reason or not at all", () => {
    fc.assert(
      fc.property(mutated(name), (value) => {
        const decoded = decode(value)
        if (decoded._tag === "Success") expect(decoded.success.issues === undefined).toBe(isClean(value))
        if (decoded._tag === "Success" && isClean(value)) expect(decoded.success.value).toBe(value)
      }),
      { numRuns: 60 }
    )
  })

  it("decodes to what plain effect makes of it", () => {
    fc.assert(
      fc.property(mutated(name), (value) => {
        const decoded = decode(value)
        const expected = plain(value)
        expect(decoded._tag).toBe(expected._tag)
        if (decoded._tag === "Success" && expected._tag === "Success")
          expect(stripped(decoded.success.value)).toEqual(expected.success)
      }),
      { numRuns: 60 }
    )
  })

  it("comes back from encoding as it was", () => {
    fc.assert(
      fc.property(valid(name), (value) => {
        expect(accepts(value)).toBe(true)
        expect(encode(Result.getOrThrow(plain(value)))).toEqual(value)
      }),
      { numRuns: 30 }
    )
  })
})
