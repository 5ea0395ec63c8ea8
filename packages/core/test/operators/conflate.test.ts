import { from, NEVER, Subject, take, throwError, timer } from "rxjs"
import { describe, expect, it } from "vitest"
import { conflate } from "../../src/operators/conflate.ts"
import { marbles } from "../support/marbles.ts"

describe("conflate", () => {
  it(
    "emits at once, then the latest when the view is ready again",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  abc-d------e|")
      const ready = "        ---x"
      const subscription = " ^-----------!"
      const expected = "     a--c--d----e|"
      expectObservable(source.pipe(conflate(() => cold(ready)))).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "takes the end of what it waits for, too, for ready",
    marbles(({ cold, expectObservable }) => {
      const source = cold("  abc-d-------|")
      const ready = "        ---|"
      const expected = "     a--c--d-----|"
      expectObservable(source.pipe(conflate(() => cold(ready)))).toBe(expected)
    })
  )

  it(
    "never drops the last value before completion",
    marbles(({ cold, expectObservable }) => {
      const source = cold("  ab(c|)")
      const ready = "        -----x"
      const expected = "     a----(c|)"
      expectObservable(source.pipe(conflate(() => cold(ready)))).toBe(expected)
    })
  )

  it(
    "waits for the next task unless told otherwise",
    marbles(({ cold, expectObservable }) => {
      const source = cold("  (abcd)---e|")
      const expected = "     (ad)-----e|"
      expectObservable(source.pipe(conflate())).toBe(expected)
    })
  )

  it(
    "stops waiting and unsubscribes with its subscriber, and on an error of either side",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  ab-----#")
      const ready = cold("   ---------x")
      const early = "        ^---!"
      expectObservable(source.pipe(conflate(() => ready))).toBe("a------#")
      expectObservable(source.pipe(conflate(() => ready)), early).toBe("a-")
      expectObservable(source.pipe(conflate(() => throwError(() => "error")))).toBe("(a#)")
      expectSubscriptions(ready.subscriptions).toBe(["^------!", "^---!"])
      expectSubscriptions(source.subscriptions).toBe(["^------!", "^---!", "(^!)"])
    })
  )

  it("gives the value to what tells when the view is ready, and passes its throw on", () => {
    const rendered: Array<number> = []
    const source = new Subject<number>()
    const errors: Array<unknown> = []
    source
      .pipe(
        conflate((n) => {
          rendered.push(n)
          if (n === 2) throw "broken"
          return []
        })
      )
      .subscribe({ error: (error) => errors.push(error) })
    for (const n of [1, 2, 3]) source.next(n)
    expect({ rendered, errors }).toEqual({ rendered: [1, 2], errors: ["broken"] })
  })

  it("stops a synchronous source as soon as enough was taken", () => {
    const pulled: Array<number> = []
    const values = function* () {
      for (let n = 0; ; n++) {
        pulled.push(n)
        yield n
      }
    }
    from(values())
      .pipe(
        conflate(() => NEVER),
        take(1)
      )
      .subscribe()
    from(values())
      .pipe(
        conflate(() => timer(1)),
        take(1)
      )
      .subscribe()
    expect(pulled).toEqual([0, 0])
  })
})
