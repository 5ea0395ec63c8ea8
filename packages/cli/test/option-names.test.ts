import { expect, it } from "vitest"
import { optionNames } from "../src/option-names.ts"

it("options that look alike are named with their kind", () => {
  const options = [
    { optionId: "a", name: "Allow once", kind: "allow_once" },
    { optionId: "b", name: "allow\u200B once ", kind: "allow_always" },
    { optionId: "c", name: "Reject", kind: "reject_once" }
  ] as const
  expect(optionNames(options)).toEqual(["Allow once (allow once)", "allow\u200B once  (allow always)", "Reject"])
})
