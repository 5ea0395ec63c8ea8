import { expect, it } from "vitest"
import { readTrace, traceNames } from "../../../../test/support/traces.ts"
import { recordedTraces } from "../../src/testing/index.ts"

it("the traces that are shipped are those of the tests", () => {
  expect(recordedTraces()).toEqual(Object.fromEntries(traceNames.map((name) => [name, readTrace(name)])))
})
