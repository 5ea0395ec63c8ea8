import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LatestLines } from "../../src/process/latest-lines.ts"

describe("LatestLines", () => {
  it("keeps the last lines that fit, each counted with what a string costs", () => {
    const lines = fc.array(fc.string({ maxLength: 40 }), { maxLength: 200 })
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 600 }), (added, limit) => {
        const latest = new LatestLines(limit)
        for (const line of added) latest.add(line)
        const expected: Array<string> = []
        let room = limit
        for (const line of [...added].reverse()) {
          room -= 2 * line.length + 32
          if (room < 0) break
          expected.unshift(line)
        }
        expect(latest.lines()).toEqual(expected)
      })
    )
  })

  // No clock is read: in quadratic time this would take hours, which the runner does not wait for.
  it("takes four million short lines in linear time", () => {
    const latest = new LatestLines(64 * 1024 * 1024)
    for (let n = 0; n < 4_000_000; n++) latest.add("y")
    expect(latest.lines()).toHaveLength(Math.floor((64 * 1024 * 1024) / 34))
  })
})
