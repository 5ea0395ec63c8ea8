/** The budget of what a peer can make us keep. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ByteBudget, ByteShare, SHARES } from "../../src/internal/byte-budget.ts"

describe("a share of a byte budget", () => {
  it("evicts the oldest entries when a new one does not fit", () => {
    const gone: Array<string> = []
    const share = new ByteShare(100)
    share.hold(40, () => gone.push("a"))
    share.hold(40, () => gone.push("b"))
    share.hold(50, () => gone.push("c"))
    expect([gone, share.bytes]).toEqual([["a"], 90])
  })

  it("evicts at once an entry that is larger than the share", () => {
    const gone: Array<string> = []
    const share = new ByteShare(100)
    share.hold(101, () => gone.push("a"))
    expect([gone, share.bytes]).toEqual([["a"], 0])
  })

  it("frees the bytes of an entry once, however often it is released", () => {
    const share = new ByteShare(100)
    const held = share.hold(60, () => {})
    held.release()
    held.release()
    expect(share.bytes).toBe(0)
  })

  it("refuses what does not fit, and never evicts what was kept that way", () => {
    const share = new ByteShare(100)
    expect(share.tryHold(80)).toBeDefined()
    expect(share.tryHold(30)).toBeUndefined()
    share.hold(90, () => {})
    expect(share.bytes).toBe(80)
  })

  it("reports evictions at the first and at each doubling", () => {
    const counts: Array<number> = []
    const share = new ByteShare(1, (count) => counts.push(count))
    for (let i = 0; i < 20; i++) share.hold(1, () => {})
    expect(counts).toEqual([1, 2, 4, 8, 16])
  })

  it("never holds more than its limit, whatever is kept and released", () => {
    const step = fc.record({ bytes: fc.nat(60), release: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const share = new ByteShare(100)
        const kept = new Map<number, number>()
        const held = steps.map(({ bytes, release }, i) => {
          kept.set(i, bytes)
          const entry = share.hold(bytes, () => kept.delete(i))
          return { entry, release }
        })
        for (const [i, { entry, release }] of held.entries()) {
          if (release !== 0) continue
          entry.release()
          kept.delete(i)
        }
        const total = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0)
        expect(share.bytes).toBe(total)
        expect(total).toBeLessThanOrEqual(100)
      })
    )
  })
})

describe("a byte budget", () => {
  it("is divided among its holders without a rest", () => {
    expect(Object.values(SHARES).reduce((sum, part) => sum + part, 0)).toBe(1)
    expect(new ByteBudget(800).share("answers").limit).toBe(100)
  })

  it.each([0, -1, Number.NaN])("refuses %s bytes", (bytes) => {
    expect(() => new ByteBudget(bytes)).toThrow(RangeError)
  })
})
