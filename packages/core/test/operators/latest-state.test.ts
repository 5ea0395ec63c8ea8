import { Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import { latestState } from "../../src/operators/latest-state.ts"
import { marbles } from "../support/marbles.ts"

const append = (state: string, event: string): string => (event === "." ? state : state + event)
const values = { 0: "", 1: "a", 2: "ab", 3: "abc", 9: "c" }

describe("latestState", () => {
  it(
    "shows a late joiner the current state, then what is live, and reduces once for all",
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot("   -a-b-----c-|")
      const subscription = " ^----------!"
      const first = "        ^-----------"
      const expected1 = "    01-2-----3-|"
      const late = "         ------^-----"
      const expected2 = "    ------2--3-|"
      const state = source.pipe(latestState(append, ""))
      expectObservable(state, first).toBe(expected1, values)
      expectObservable(state, late).toBe(expected2, values)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "emits nothing for an event that changes nothing",
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold("-a-.-b-|").pipe(latestState(append, ""))).toBe("01---2-|", values)
    })
  )

  it(
    "leaves the source with the last subscriber and starts anew with the next",
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot("  -a-b---c---")
      const one = "         ^--!"
      const expected1 = "   01-"
      const two = "         --^-!"
      const expected2 = "   --12"
      const three = "       ------^---!"
      const expected3 = "   ------09"
      const state = source.pipe(latestState(append, ""))
      expectObservable(state, one).toBe(expected1, values)
      expectObservable(state, two).toBe(expected2, values)
      expectObservable(state, three).toBe(expected3, values)
      expectSubscriptions(source.subscriptions).toBe(["^---!", "------^---!"])
    })
  )

  it(
    "gives the last state to those who come after completion",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  -a-b|")
      const subscription = " ^---!"
      const expected = "     01-2|"
      const late = "         ------^-"
      const expectedLate = " ------(2|)"
      const state = source.pipe(latestState(append, ""))
      expectObservable(state).toBe(expected, values)
      expectObservable(state, late).toBe(expectedLate, values)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "turns a throw in the reducer into an error for all",
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot("-a-b-")
      const state = source.pipe(
        latestState((before: string, event: string) => {
          if (event === "b") throw "error"
          return before + event
        }, "")
      )
      expectObservable(state).toBe("01-#", values)
      expectObservable(state, "--^").toBe("--1#", values)
      expectSubscriptions(source.subscriptions).toBe("^--!")
    })
  )

  it("keeps no more than the current state", () => {
    const source = new Subject<number>()
    const state = source.pipe(latestState((_: object, n: number): object => ({ n }), {}))
    state.subscribe()
    for (let n = 0; n < 100; n++) source.next(n)
    const seen: Array<object> = []
    state.subscribe((each) => seen.push(each))
    expect(seen).toEqual([{ n: 99 }])
  })
})
