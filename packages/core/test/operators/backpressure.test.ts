import {
  EMPTY,
  firstValueFrom,
  from,
  map,
  NEVER,
  type Observable,
  of,
  range,
  Subject,
  take,
  throwError,
  timer,
  toArray
} from "rxjs"
import { describe, expect, expectTypeOf, it } from "vitest"
import { type BackpressureOptions, backpressure } from "../../src/operators/backpressure.ts"
import type { Flow } from "../../src/transport/flow.ts"
import { marbles } from "../support/marbles.ts"

/** A flow that only counts: its log has + for each hold and - for each release. */
const countingFlow = (onRelease = () => {}) => {
  let log = ""
  const flow: Flow = {
    hold: () => {
      log += "+"
      return () => {
        log += "-"
        onRelease()
      }
    },
    held: NEVER,
    state: { holders: 0, bytesWaiting: 0 }
  }
  return { flow, log: () => log }
}

const { flow } = countingFlow()
const later = <Value>(value: Value) => timer(3).pipe(map(() => value))

describe("results", () => {
  it(
    "that are there at once pass as they come",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  -a-(bc)-|")
      const subscription = " ^-------!"
      const expected = "     -A-(BC)-|"
      expectObservable(source.pipe(backpressure(flow, (value) => value.toUpperCase()))).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "come one value at a time, and the end after the last",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  -a-b--c-|")
      const subscription = " ^-------!"
      const expected = "     ----a--b--(c|)"
      expectObservable(source.pipe(backpressure(flow, later))).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "of several values at once come in the order of the values",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  (abc|)")
      const a = cold("       ---x--x|")
      const b = cold("       -y-y|")
      const c = cold("              -----z|")
      const expected = "     ---x--x(yy)-z|"
      const projects: Record<string, Observable<string>> = { a, b, c }
      expectObservable(source.pipe(backpressure(flow, (v) => projects[v] ?? EMPTY, { concurrency: 2 }))).toBe(expected)
      expectSubscriptions(a.subscriptions).toBe("^------!")
      expectSubscriptions(b.subscriptions).toBe("^---!")
      // b is done early, but its results wait, so c has to wait too.
      expectSubscriptions(c.subscriptions).toBe("-------^-----!")
    })
  )

  it(
    "that are there at once wait for those of earlier values",
    marbles(({ cold, expectObservable }) => {
      const source = cold("  abc|")
      const expected = "     ---(abc|)"
      const project = (value: string) => (value === "a" ? later(value) : value)
      expectObservable(source.pipe(backpressure(flow, project, { concurrency: 3 }))).toBe(expected)
    })
  )

  it("may be promises, and arrays and strings are results of their own", async () => {
    const project = (value: number) => (value === 1 ? Promise.resolve([value]) : value === 2 ? [value] : "ab")
    const results = from([1, 2, 3]).pipe(backpressure(flow, project), toArray())
    expect(await firstValueFrom(results)).toEqual([[1], [2], "ab"])
  })

  it("have the type that the project promises", () => {
    const source = of(1)
    expectTypeOf(source.pipe(backpressure(flow, (n) => `${n}`))).toEqualTypeOf<Observable<string>>()
    expectTypeOf(source.pipe(backpressure(flow, async (n) => `${n}`))).toEqualTypeOf<Observable<string>>()
    expectTypeOf(source.pipe(backpressure(flow, (n) => of(`${n}`)))).toEqualTypeOf<Observable<string>>()
  })

  it("get the place of the value among the values", () => {
    const seen: Array<string> = []
    from(["a", "b"])
      .pipe(backpressure(flow, (value, index) => `${value}${index}`))
      .subscribe((result) => seen.push(result))
    expect(seen).toEqual(["a0", "b1"])
  })
})

describe("errors", () => {
  it(
    "of a project come in their place, and no value is projected after",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  abc-----")
      const subscription = " ^-----!"
      const a = cold("       -----a|")
      const b = cold("        -#")
      const expected = "     -----a#"
      const projects: Record<string, Observable<string>> = { a, b }
      expectObservable(
        source.pipe(backpressure(flow, (v) => projects[v] ?? throwError(() => "no"), { concurrency: 2 }))
      ).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "thrown by a project are errors of the result",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  -a-b-")
      const subscription = " ^--!"
      const expected = "     -a-#"
      const project = (value: string) => {
        if (value === "b") throw "error"
        return value
      }
      expectObservable(source.pipe(backpressure(flow, project))).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "of the source come after the results of the values before",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  ab#")
      const subscription = " ^-!"
      const expected = "     ---a--(b#)"
      expectObservable(source.pipe(backpressure(flow, later))).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )
})

describe("unsubscribing", () => {
  it(
    "cancels what is in work and drops what waits",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  abc------")
      const a = cold("       ---------")
      const early = "        ^----!"
      expectObservable(source.pipe(backpressure(flow, () => a)), early).toBe("-")
      expectSubscriptions(a.subscriptions).toBe("^----!")
      expectSubscriptions(source.subscriptions).toBe("^----!")
    })
  )

  it("stops a synchronous source and a synchronous project at once", () => {
    const pulled: Array<number> = []
    const values = function* () {
      for (let n = 0; ; n++) {
        pulled.push(n)
        yield n
      }
    }
    const seen: Array<number> = []
    const endless = backpressure(flow, (n: number) => range(n, Number.POSITIVE_INFINITY))
    from(values())
      .pipe(endless, take(3))
      .subscribe((n) => seen.push(n))
    const plain = backpressure(flow, (n: number) => n)
    from(values())
      .pipe(plain, take(1))
      .subscribe((n) => seen.push(n))
    expect({ seen, pulled }).toEqual({ seen: [0, 1, 2, 0], pulled: [0, 0] })
  })

  it("from inside a project leaves nothing running", () => {
    const source = new Subject<number>()
    const inner = new Subject<number>()
    const subscription = source
      .pipe(
        backpressure(flow, () => {
          subscription.unsubscribe()
          return inner
        })
      )
      .subscribe()
    source.next(1)
    expect([source.observed, inner.observed]).toEqual([false, false])
  })
})

describe("the hold", () => {
  /** Values in, results out, by hand. */
  const bench = (options?: BackpressureOptions) => {
    const counting = countingFlow()
    const source = new Subject<number>()
    const inWork: Array<Subject<number>> = []
    const end: Array<string> = []
    const project = (): Observable<number> => {
      const result = new Subject<number>()
      inWork.push(result)
      return result
    }
    const subscription = source.pipe(backpressure(counting.flow, project, options)).subscribe({
      error: (error) => end.push(`${error} ${counting.log()}`),
      complete: () => end.push(`complete ${counting.log()}`)
    })
    let next = 0
    return {
      arrive: (count: number) => {
        for (let i = 0; i < count; i++) source.next(next++)
      },
      finish: (count: number) => {
        for (let i = 0; i < count; i++) inWork.shift()?.complete()
      },
      fail: () => inWork[0]?.error("failed"),
      source,
      subscription,
      log: counting.log,
      end
    }
  }

  it("the hold starts at 16 waiting values and is lifted at 4 by default", () => {
    const { arrive, finish, log } = bench()
    arrive(1 + 15)
    expect(log()).toBe("")
    arrive(1)
    expect(log()).toBe("+")
    arrive(3)
    finish(14)
    expect(log()).toBe("+")
    finish(1)
    expect(log()).toBe("+-")
    arrive(12)
    expect(log()).toBe("+-+")
  })

  it("counts only values that wait, not those in work", () => {
    const { arrive, finish, log } = bench({ concurrency: 3, highWater: 1, lowWater: 0 })
    arrive(3)
    expect(log()).toBe("")
    arrive(1)
    expect(log()).toBe("+")
    finish(1)
    expect(log()).toBe("+-")
  })

  it("the hold is released by unsubscribing", () => {
    const { arrive, subscription, log } = bench({ highWater: 2, lowWater: 0 })
    arrive(3)
    subscription.unsubscribe()
    expect(log()).toBe("+-")
  })

  it("the hold is released before an error of the project is emitted", () => {
    const { arrive, fail, end, source } = bench({ highWater: 2, lowWater: 0 })
    arrive(3)
    fail()
    expect(end).toEqual(["failed +-"])
    expect(source.observed).toBe(false)
  })

  it("is released when the source completes or fails, and not taken again", () => {
    for (const [finishSource, expected] of [
      [(source: Subject<number>) => source.complete(), "complete +-"],
      [(source: Subject<number>) => source.error("gone"), "gone +-"]
    ] as const) {
      const { arrive, finish, log, end, source } = bench({ highWater: 2, lowWater: 0 })
      arrive(9)
      finishSource(source)
      expect(log()).toBe("+-")
      finish(8)
      expect(end).toEqual([])
      finish(1)
      expect(end).toEqual([expected])
    }
  })

  it("synchronous results need no hold", () => {
    const counting = countingFlow()
    range(0, 1000)
      .pipe(backpressure(counting.flow, (n) => n, { highWater: 1, lowWater: 0 }))
      .subscribe()
    expect(counting.log()).toBe("")
  })

  it("may bring values, and even itself again, while it is released", () => {
    const source = new Subject<number>()
    const backlog = [4, 5, 6, 7]
    const counting = countingFlow(() => {
      for (let n = backlog.shift(); n !== undefined; n = backlog.shift()) {
        source.next(n)
        if (n === 6) break
      }
    })
    const inWork: Array<Subject<void>> = []
    const seen: Array<number> = []
    source
      .pipe(
        backpressure(
          counting.flow,
          (n) => {
            const done = new Subject<void>()
            inWork.push(done)
            return done.pipe(map(() => n))
          },
          { highWater: 3, lowWater: 1 }
        )
      )
      .subscribe((n) => seen.push(n))
    for (const n of [0, 1, 2, 3]) source.next(n)
    const finish = () => {
      const done = inWork.shift()
      done?.next()
      done?.complete()
    }
    finish()
    expect(counting.log()).toBe("+")
    finish()
    // Releasing at one waiting value brought three more.
    expect(counting.log()).toBe("+-+")
    while (inWork.length > 0) finish()
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(counting.log()).toBe("+-+-")
  })

  it.each([
    { lowWater: 4, highWater: 4 },
    { lowWater: 5, highWater: 4 },
    { lowWater: -1 },
    { lowWater: Number.NaN },
    { highWater: Number.NaN },
    { highWater: 3 },
    { concurrency: 0 },
    { concurrency: Number.NaN }
  ])("has no sense with %j, which is refused", (options) => {
    expect(() => backpressure(flow, (value) => value, options)).toThrow(RangeError)
  })
})

describe("re-entrancy", () => {
  it("never has more projects running than allowed, and keeps the order", () => {
    const source = new Subject<number>()
    let running = 0
    let most = 0
    const seen: Array<number> = []
    const project = (n: number) => {
      running += 1
      most = Math.max(most, running)
      if (n < 5) source.next(n + 10)
      running -= 1
      return n
    }
    source.pipe(backpressure(flow, project)).subscribe((n) => {
      seen.push(n)
      if (n === 2) for (const more of [20, 21]) source.next(more)
    })
    for (const n of [1, 2, 3]) source.next(n)
    expect(most).toBe(1)
    expect(seen).toEqual([1, 11, 2, 12, 20, 21, 3, 13])
  })

  it("puts results that come while earlier ones go out behind them", () => {
    const [a, b] = [new Subject<string>(), new Subject<string>()]
    const seen: Array<string> = []
    from([a, b])
      .pipe(backpressure(flow, (results) => results, { concurrency: 2 }))
      .subscribe((result) => {
        seen.push(result)
        if (result === "b1") b.next("b3")
      })
    b.next("b1")
    b.next("b2")
    a.complete()
    b.next("b4")
    expect(seen).toEqual(["b1", "b2", "b3", "b4"])
  })

  it("backpressure completes once although the end comes from inside", () => {
    const source = new Subject<number>()
    const seen: Array<unknown> = []
    source.pipe(backpressure(flow, (n) => n)).subscribe({
      next: (n) => {
        seen.push(n)
        source.complete()
      },
      complete: () => seen.push("complete")
    })
    source.next(1)
    expect(seen).toEqual([1, "complete"])
  })
})
