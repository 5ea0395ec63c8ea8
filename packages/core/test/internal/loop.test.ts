/** The loop that everything done step by step runs in. */
import { describe, expect, it } from "vitest"
import { Loop } from "../../src/internal/loop.ts"

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe("a loop", () => {
  it("a loop runs steps until none is left, then rests once", () => {
    const seen: Array<string> = []
    let left = 3
    const loop = new Loop({
      step: () => {
        if (left === 0) return false
        seen.push(`step ${left--}`)
        return true
      },
      rested: () => seen.push("rest")
    })
    loop.run()
    expect(seen).toEqual(["step 3", "step 2", "step 1", "rest"])
  })

  it("a loop that is run from inside a step is not nested", () => {
    const seen: Array<string> = []
    const work = ["a"]
    const loop: Loop = new Loop({
      step: () => {
        const next = work.shift()
        if (next === undefined) return false
        if (next === "a") {
          work.push("b")
          loop.run()
          seen.push("a is done")
        } else seen.push(next)
        return true
      }
    })
    loop.run()
    expect(seen).toEqual(["a is done", "b"])
  })

  it("a loop waits for a step that returns a promise before the next", async () => {
    const seen: Array<number> = []
    let release = (): void => {}
    const loop = new Loop({
      step: () => {
        seen.push(seen.length)
        if (seen.length === 1) return new Promise<void>((resolve) => (release = resolve))
        return seen.length < 3
      },
      rested: () => seen.push(-1)
    })
    loop.run()
    loop.run()
    expect([seen, loop.running]).toEqual([[0], true])
    release()
    await settled()
    expect([seen, loop.running]).toEqual([[0, 1, 2, -1], false])
  })

  it("reports a step that throws or rejects, stops there, and can be run again", async () => {
    const failures: Array<unknown> = []
    let at = 0
    const steps = [
      () => {
        throw "thrown"
      },
      () => Promise.reject("rejected"),
      () => false
    ]
    const loop = new Loop({ step: () => steps[at++]?.() ?? false, failed: (error) => failures.push(error) })
    loop.run()
    expect([failures, loop.running]).toEqual([["thrown"], false])
    loop.run()
    await settled()
    expect([failures, loop.running]).toEqual([["thrown", "rejected"], false])
    loop.run()
    expect(at).toBe(3)
  })

  it("a loop without a failure handler throws what a step throws, and can be run again", () => {
    let broken = true
    const loop = new Loop({
      step: () => {
        if (broken) throw new Error("broken")
        return false
      }
    })
    expect(() => loop.run()).toThrow("broken")
    broken = false
    expect(() => loop.run()).not.toThrow()
  })

  it("does what is asked first only where nothing runs", () => {
    const seen: Array<string> = []
    const loop: Loop = new Loop({ step: () => false })
    loop.run(() => {
      seen.push("outer")
      loop.run(() => seen.push("inner"))
    })
    expect(seen).toEqual(["outer"])
  })
})
