/** How much work a hostile line makes: steps counted at one size and at twice that size. */
import { describe, expect, it } from "vitest"
import { LineSplitter } from "../../packages/core/src/wire/lines/splitter.ts"
import { withoutEscapes } from "../../packages/core/src/wire/messages/escapes.ts"
import { scalarAt } from "../../packages/core/src/wire/messages/scalar-at.ts"

/** A text that counts how often one of its characters is looked at. */
const counted = (text: string): { readonly text: string; readonly steps: () => number } => {
  let steps = 0
  const counting = new String(text)
  Object.defineProperty(counting, "charCodeAt", {
    value: (at: number) => {
      steps++
      return text.charCodeAt(at)
    }
  })
  return { text: counting as unknown as string, steps: () => steps }
}

const SIZE = 20_000

const lines: ReadonlyArray<readonly [string, (size: number) => string]> = [
  ["escape sequences", (size) => `${"\u001b[0m".repeat(size / 4)}{}`],
  ["escape sequences at the end", (size) => `{}${"\u001b[0m".repeat(size / 4)}x`],
  ["an escape sequence that does not end", (size) => `\u001b]${"x".repeat(size)}`],
  ["many that do not end", (size) => "\u001b[ ".repeat(size / 3)],
  ["blanks", (size) => `${" ".repeat(size)}\u001b`],
  ["one long string", (size) => `{"a":"${"x".repeat(size)}","id":1}`],
  ["backslashes", (size) => `{"a":"${"\\\\".repeat(size / 2)}","id":1}`],
  ["many names", (size) => `{${'"params":{},'.repeat(size / 12)}"id":1}`],
  ["openings", (size) => "[".repeat(size)],
  ["quotes", (size) => '"'.repeat(size)]
]

describe.each([
  ["taking off escape sequences", (text: string) => withoutEscapes(text)],
  ["looking for an id", (text: string) => scalarAt(text, ["id"])],
  ["looking for the id of a cancelled request", (text: string) => scalarAt(text, ["params", "requestId"])]
])("%s", (_, work) => {
  it.each(lines)("takes at most four looks a character: %s", (_name, lineOf) => {
    for (const size of [SIZE, 2 * SIZE]) {
      const line = counted(lineOf(size))
      work(line.text)
      expect(line.steps()).toBeLessThan(4 * line.text.length + 100)
    }
  })
})

describe("the bytes of an unfinished line", () => {
  it.each([1, 7, 1_000, 5_000])("are copied a bounded number of times in chunks of %s", (chunk) => {
    const copied = (size: number): number => {
      const splitter = new LineSplitter()
      let bytes = 0
      const set = Uint8Array.prototype.set
      Uint8Array.prototype.set = function (source, at) {
        bytes += source.length
        set.call(this, source, at)
      }
      try {
        for (let at = 0; at < size; at += chunk) splitter.split(new Uint8Array(chunk).fill(120))
        expect(splitter.split(new Uint8Array([10]))).toMatchObject([{ bytes: Math.ceil(size / chunk) * chunk }])
      } finally {
        Uint8Array.prototype.set = set
      }
      return bytes
    }
    for (const size of [200_000, 400_000]) expect(copied(size)).toBeLessThanOrEqual(2 * size + 10_000)
  })
})
