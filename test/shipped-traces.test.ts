import { recordedTraces } from "@rxacp/node/testing"
import { expect, it } from "vitest"
import { readTrace, traceNames } from "./support/traces.ts"

it("the traces that are shipped are those of the tests", () => {
  expect(recordedTraces()).toEqual(Object.fromEntries(traceNames.map((name) => [name, readTrace(name)])))
})
