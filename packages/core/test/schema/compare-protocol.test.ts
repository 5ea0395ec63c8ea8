/** The comparison of the protocol's schemas with those that the code was written from. */
import { expect, it } from "vitest"
import { difference, factsOf, readBaseline, readProtocol, schemaFiles } from "../../generator/compare-protocol.ts"

const definition = (properties: object, required: ReadonlyArray<string> = []) => ({
  type: "object",
  description: "words",
  properties,
  required
})

it("finds nothing in the version that the code was written from", () => {
  const now = readProtocol("node_modules/@agentclientprotocol/sdk")
  const baseline = readBaseline()
  expect(now.sdk).toBe(baseline.sdk)
  for (const file of schemaFiles) {
    expect(difference(baseline.schemas[file] ?? {}, now.schemas[file] ?? {})).toEqual({
      added: [],
      gone: [],
      changed: []
    })
    expect(Object.keys(now.schemas[file] ?? {}).length).toBeGreaterThan(100)
  }
})

it("tells definitions that are new, gone, and changed in a field", () => {
  const before = {
    A: factsOf(definition({ a: { type: "string" } }, ["a"])),
    B: factsOf(definition({})),
    C: factsOf({ ...definition({ c: { $ref: "#/$defs/A" } }), oneOf: [{ const: "x" }] })
  }
  const now = {
    A: factsOf(definition({ a: { type: "string", description: "other words" } })),
    C: factsOf({ ...definition({ c: { $ref: "#/$defs/A" } }), oneOf: [{ const: "x" }, { const: "y" }] }),
    D: factsOf(definition({}))
  }
  expect(difference(before, now)).toEqual({
    added: ["D"],
    gone: ["B"],
    changed: [
      { name: "A", added: ['a?: { type: "string" }'], gone: ['a: { type: "string" }'] },
      { name: "C", added: ['| { const: "y" }'], gone: [] }
    ]
  })
})
