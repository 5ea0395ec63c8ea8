/** The estimate of what a line takes in memory. */
import { describe, expect, it } from "vitest"
import { heldSize, heldTextSize } from "../../src/internal/held-size.ts"

const overhead = heldSize("")

describe("the size of a kept line", () => {
  it("is that of its text when it is one long string", () => {
    expect(heldSize(`"${"x".repeat(1_000)}"`) - overhead).toBeLessThan(1_100)
    expect(heldSize(`"${"x".repeat(1_000)}"`) - overhead).toBeGreaterThan(1_000)
  })

  it("doubles when a character needs two bytes, written or escaped", () => {
    expect(heldSize(`"${"x".repeat(1_000)}€"`) - overhead).toBeGreaterThan(2_000)
    expect(heldSize(`"${"x".repeat(1_000)}\\u20ac"`) - overhead).toBeGreaterThan(2_000)
  })

  it("counts every object and array, not the text of strings", () => {
    expect(heldSize(`[${"{},".repeat(1_000)}{}]`) - overhead).toBeGreaterThan(64_000)
    expect(heldSize(`"${"{},".repeat(1_000)}"`) - overhead).toBeLessThan(3_100)
  })

  it("is not misled by escaped quotes", () => {
    expect(heldSize(String.raw`"\"{}{}{}{}{}\""`)).toBe(heldSize(String.raw`"\"xxxxxxxxxx\""`))
  })
})

describe("the size of a kept id", () => {
  it("takes every character for one of two bytes", () => {
    expect(heldTextSize("x".repeat(1_000)) - heldTextSize("")).toBe(2_000)
  })
})
