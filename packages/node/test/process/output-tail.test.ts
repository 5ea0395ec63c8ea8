import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { outputTail } from "../../src/process/output-tail.ts"

/** The last characters of a text whose bytes fit in the limit. */
const expected = (text: string, limit: number): string => {
  const characters = [...text]
  while (Buffer.byteLength(characters.join("")) > limit) characters.shift()
  return characters.join("")
}

describe("outputTail", () => {
  it("keeps the last characters that fit, however the text came", () => {
    const character = fc.constantFrom("a", "é", "€", "🎉", "\n")
    const parts = fc.array(fc.array(character, { maxLength: 12 }).map((part) => part.join("")))
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 20 }), (texts, limit) => {
        const tail = outputTail(limit)
        for (const text of texts) tail.add(text)
        const whole = texts.join("")
        expect(tail.text()).toBe(expected(whole, limit))
        expect(tail.truncated()).toBe(Buffer.byteLength(whole) > limit)
      })
    )
  })

  it("can be read at any time", () => {
    const tail = outputTail(4)
    const seen = ["ab", "cd", "e", "", "fghijk"].map((part) => {
      tail.add(part)
      return tail.text()
    })
    expect(seen).toEqual(["ab", "abcd", "bcde", "bcde", "hijk"])
  })
})
