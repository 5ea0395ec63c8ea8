import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { comparedLines } from "../../src/run/compared-lines.ts"

const texts = (kind: "added" | "removed", before: string, after: string) =>
  comparedLines(before, after).flatMap((part) => (part.kind === kind ? [part.text] : []))

describe("comparedLines", () => {
  it("names what was added and what was removed", () => {
    expect(comparedLines("a\nb\nc\n", "a\nx\nc\nd\n")).toEqual([
      { kind: "removed", text: "b\n", count: 1 },
      { kind: "added", text: "x\n", count: 1 },
      { kind: "added", text: "d\n", count: 1 }
    ])
  })

  it("accounts for every line, however many differ", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "")).map((lines) => lines.join("\n"))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const grown = texts("added", before, after).join("").length - texts("removed", before, after).join("").length
        expect(grown).toBe(after.length - before.length)
      })
    )
  })

  // No clock is read: a comparison without a bound takes minutes here, which the runner does not wait for.
  it("takes two texts that have nothing in common in its stride", () => {
    const lines = (first: string) => Array.from({ length: 200_000 }, (_, n) => `${first}${n}\n`)
    const before = ["same\n", ...lines("a"), "end"].join("")
    const after = ["same\n", ...lines("b"), "end"].join("")
    expect(comparedLines(before, after)).toMatchObject([
      { kind: "removed", text: lines("a").join(""), count: 200_000 },
      { kind: "added", text: lines("b").join(""), count: 200_000 }
    ])
  })
})
