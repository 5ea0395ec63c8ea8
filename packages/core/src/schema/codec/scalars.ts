/** What the scalars of the protocol accept. */
import type { Scalar } from "../../protocol/shape.ts"

/** A test with what it expects, in words. */
export interface ScalarTest {
  readonly test: (value: unknown) => boolean
  readonly expected: string
}

const whole = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

const ofType = (type: string): ScalarTest => ({
  test: (value) => typeof value === type,
  expected: type
})

/**
 * The scalars by name. Past 2^53 JSON.parse has rounded a whole number of 64 bits, which is no reason to refuse it.
 */
export const scalars: Readonly<Record<Scalar, ScalarTest>> = {
  any: { test: () => true, expected: "anything" },
  string: ofType("string"),
  nonEmpty: {
    test: (value) => typeof value === "string" && value.length > 0,
    expected: "a value with a length of at least 1"
  },
  uri: { test: (value) => typeof value === "string" && URL.canParse(value), expected: "uri" },
  boolean: ofType("boolean"),
  null: { test: (value) => value === null, expected: "null" },
  finite: { test: Number.isFinite, expected: "a finite number" },
  uint16: { test: whole(0, 0xffff), expected: "uint16" },
  uint32: { test: whole(0, 0xffffffff), expected: "uint32" },
  int32: { test: whole(-0x80000000, 0x7fffffff), expected: "int32" },
  int64: { test: whole(-Number.MAX_VALUE, Number.MAX_VALUE), expected: "int64" },
  uint64: { test: whole(0, Number.MAX_VALUE), expected: "uint64" }
}
