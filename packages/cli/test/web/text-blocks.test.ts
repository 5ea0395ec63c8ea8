/** How a growing text is cut into blocks. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cutBlocks, MAX_BLOCK, noCut, type TextBlock } from "../../page/view/text-blocks.ts"

/** The blocks and the rest after a text came in pieces. */
const grow = (pieces: ReadonlyArray<string>) => {
  const blocks: Array<TextBlock> = []
  let text = ""
  let cut = noCut
  for (const piece of pieces) {
    text += piece
    const next = cutBlocks(text, cut)
    blocks.push(...next.blocks)
    cut = next.cut
  }
  return {
    blocks: blocks.map((block) => block.text),
    plain: blocks.map((block) => block.plain),
    rest: text.slice(cut.start)
  }
}

const after = "And this is after."

describe("a growing text", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ["a paragraph", ["One\ntwo.\n\n"]],
    ["a fenced block with blank lines", ["```ts\na\n\nb\n```\n\n"]],
    ["a fence inside a longer one", ["````\n```\n\n```\n````\n\n"]],
    ["a loose list", ["- a\n\n- b\n\n  more of b\n\n"]],
    ["a numbered list", ["1. a\n\n2. b\n\n"]],
    ["two blocks", ["# Title\n\n", "**Bold** text.\n\n"]]
  ])("is cut after %s", (_, blocks) => {
    const text = blocks.join("") + after
    expect(grow([text])).toEqual({ blocks, plain: blocks.map(() => false), rest: after })
    expect(grow([...text])).toEqual(grow([text]))
  })

  it("is not cut before it is known what a blank line is followed by", () => {
    expect(grow(["- a\n\n"]).blocks).toEqual([])
    expect(grow(["- a\n\n", "- b"]).blocks).toEqual([])
  })

  it("goes over to plain pieces when a block is too long, and back after it", () => {
    const long = "x".repeat(MAX_BLOCK + 10)
    const { blocks, plain, rest } = grow([`${long}\n\n`, `Short one here.\n\n${after}`])
    expect(blocks).toEqual(["x".repeat(MAX_BLOCK), `${"x".repeat(10)}\n\n`, "Short one here.\n\n"])
    expect(plain).toEqual([true, true, false])
    expect(rest).toBe(after)
  })

  it("keeps a surrogate pair together", () => {
    const { blocks } = grow([`x${"👋".repeat(MAX_BLOCK)}`])
    // Throws for half of a pair.
    expect(blocks.map(encodeURIComponent).join("")).toContain(encodeURIComponent("👋"))
  })

  it("is the same text whatever its pieces", () => {
    const lines = fc.constantFrom("\n", "\n\n", "a", "- b\n", "```\n", "1. c\n", "# d\n", "long ".repeat(2_000), "👋")
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 30 }), (pieces) => {
        const { blocks, rest } = grow(pieces)
        expect(blocks.join("") + rest).toBe(pieces.join(""))
        expect(rest.length).toBeLessThanOrEqual(MAX_BLOCK + 1)
      })
    )
  })
})
