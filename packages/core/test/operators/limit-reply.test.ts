import { from, NEVER, of, Subject, take, toArray } from "rxjs"
import { describe, expect, it, vi } from "vitest"
import { limitReply } from "../../src/operators/limit-reply.ts"
import type { ReplyLimits } from "../../src/session/limits.ts"
import type { SessionEvent, UpdatePhase } from "../../src/session/session-event.ts"
import { marbles } from "../support/marbles.ts"

const stamp = (n: number, sessionId = "s1") => ({ sessionId, epoch: 3, n, seq: n + 10 })
const started = (n: number, turn = 1, sessionId?: string): SessionEvent => ({
  _tag: "TurnStarted",
  ...stamp(n, sessionId),
  turn,
  prompt: []
})
const chunk = (n: number, text: string, phase: UpdatePhase = "turn", sessionId?: string): SessionEvent => ({
  _tag: "Update",
  ...stamp(n, sessionId),
  phase,
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } }
})
const unknown = (n: number): SessionEvent => ({
  _tag: "UnknownUpdate",
  ...stamp(n),
  phase: "turn",
  sessionUpdate: "teleport",
  raw: {}
})
const ended = (n: number, turn = 1, omitted?: { updates: number; bytes: number }): SessionEvent => ({
  _tag: "TurnEnded",
  ...stamp(n),
  turn,
  stopReason: "cancelled",
  cancelRequested: true,
  ...(omitted && { omitted })
})
const overflow = (n: number, limit: "maxBytes" | "maxChunks" | "maxUpdates", max: number): SessionEvent => ({
  _tag: "Overflow",
  ...stamp(n),
  limit,
  max
})

const limited = (limits: ReplyLimits, events: ReadonlyArray<SessionEvent>) => {
  const cancel = vi.fn<(sessionId: string) => void>()
  let seen: ReadonlyArray<SessionEvent> = []
  from(events)
    .pipe(limitReply(limits, { cancel }), toArray())
    .subscribe((all) => {
      seen = all
    })
  return { seen, cancelled: cancel.mock.calls.map(([sessionId]) => sessionId) }
}

describe("limitReply", () => {
  const events = {
    s: started(1),
    a: chunk(2, "abc"),
    b: chunk(3, "def"),
    c: chunk(4, "gh"),
    z: ended(5)
  }
  const capped = {
    ...events,
    B: chunk(3, "de"),
    o: overflow(3, "maxBytes", 5),
    Z: ended(5, 1, { updates: 1, bytes: 3 })
  }

  it(
    "delivers what fits, then names the first update left out, and counts the rest",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  s-a-b---c-z-|", events)
      const subscription = " ^-----------!"
      const expected = "     s-a-(Bo)--Z-|"
      expectObservable(source.pipe(limitReply({ maxBytes: 5 }, { cancel: () => {} }))).toBe(expected, capped)
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "passes an exact fit",
    marbles(({ cold, expectObservable }) => {
      const source = cold("  s-a-b-c-z-|", events)
      const expected = "     s-a-b-c-z-|"
      expectObservable(
        source.pipe(limitReply({ maxBytes: 8, maxChunks: 3, maxUpdates: 3 }, { cancel: () => {} }))
      ).toBe(expected, events)
    })
  )

  it(
    "unsubscribes from the source and passes its error",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("  s-a-#", events)
      const early = "        ^--!"
      const subscriptions = ["^---!", "^--!"]
      const limit = limitReply({ maxBytes: 5 }, { cancel: () => {} })
      expectObservable(source.pipe(limit)).toBe("s-a-#", events)
      expectObservable(source.pipe(limit), early).toBe("s-a", events)
      expectSubscriptions(source.subscriptions).toBe(subscriptions)
    })
  )

  it(
    "turns a throw in cancel into an error",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold("s-a-b-c", events)
      const cancel = () => {
        throw "no"
      }
      expectObservable(source.pipe(limitReply({ maxBytes: 3 }, { cancel }))).toBe("s-a-#", events, "no")
      expectSubscriptions(source.subscriptions).toBe("^---!")
    })
  )

  it("cancels once in a turn, before it says so", () => {
    const order: Array<string> = []
    from([started(1), chunk(2, "ab"), chunk(3, "c"), chunk(4, "d"), ended(5)])
      .pipe(limitReply({ maxBytes: 1 }, { cancel: (sessionId) => order.push(`cancel ${sessionId}`) }))
      .subscribe((event) => order.push(event._tag))
    expect(order).toEqual(["TurnStarted", "cancel s1", "Update", "Overflow", "TurnEnded"])
  })

  it("keeps the order when cancelling brings more events at once", () => {
    const events = new Subject<SessionEvent>()
    const seen: Array<SessionEvent> = []
    events
      .pipe(limitReply({ maxUpdates: 1 }, { cancel: () => events.next(ended(4)) }))
      .subscribe((event) => seen.push(event))
    for (const event of [started(1), chunk(2, "a"), unknown(3)]) events.next(event)
    expect(seen).toEqual([
      started(1),
      chunk(2, "a"),
      overflow(3, "maxUpdates", 1),
      ended(4, 1, { updates: 1, bytes: 0 })
    ])
  })

  it("limitReply counts each turn and each subscription from zero", () => {
    const turns = [started(1), chunk(2, "ab"), ended(3), started(4, 2), chunk(5, "cd"), chunk(6, "e"), ended(7, 2)]
    const expected = [
      started(1),
      chunk(2, "ab"),
      ended(3),
      started(4, 2),
      chunk(5, "cd"),
      overflow(6, "maxBytes", 2),
      ended(7, 2, { updates: 1, bytes: 1 })
    ]
    const result = from(turns).pipe(limitReply({ maxBytes: 2 }, { cancel: () => {} }), toArray())
    for (const _ of [1, 2]) {
      const seen: Array<ReadonlyArray<SessionEvent>> = []
      result.subscribe((all) => seen.push(all))
      expect(seen).toEqual([expected])
    }
  })

  it("limitReply counts each session on its own", () => {
    const { seen, cancelled } = limited({ maxChunks: 1 }, [
      started(1, 1, "s1"),
      started(1, 1, "__proto__"),
      chunk(2, "a", "turn", "s1"),
      chunk(2, "b", "turn", "__proto__"),
      chunk(3, "c", "turn", "__proto__"),
      ended(3)
    ])
    expect(cancelled).toEqual(["__proto__"])
    expect(seen.at(-1)).toEqual(ended(3))
  })

  it("does not count late, replayed and in-between updates", () => {
    const events = [
      chunk(1, "replayed", "replay"),
      chunk(2, "between", "between"),
      started(3),
      chunk(4, "late", "late"),
      chunk(5, "a"),
      ended(6),
      chunk(7, "late", "late")
    ]
    expect(limited({ maxBytes: 1, maxUpdates: 1 }, events)).toEqual({ seen: events, cancelled: [] })
  })

  it("limitReply counts a turn whose start it has not seen", () => {
    const { seen, cancelled } = limited({ maxBytes: 1 }, [chunk(5, "a"), chunk(6, "b"), ended(7)])
    expect(seen).toEqual([chunk(5, "a"), overflow(6, "maxBytes", 1), ended(7, 1, { updates: 1, bytes: 1 })])
    expect(cancelled).toEqual(["s1"])
  })

  it("limitReply starts over after a turn that failed", () => {
    const failed: SessionEvent = {
      _tag: "TurnFailed",
      ...stamp(4),
      turn: 1,
      failure: { _tag: "ConnectionClosed", message: "closed" }
    }
    const { seen } = limited({ maxBytes: 1 }, [started(1), chunk(2, "a"), chunk(3, "b"), failed, chunk(5, "c")])
    expect(seen.at(-2)).toBe(failed)
    expect(seen.at(-1)).toEqual(chunk(5, "c"))
  })

  it("limitReply passes the overflow of an earlier cap on and adds to what that one left out", () => {
    const inner = overflow(4, "maxBytes", 100)
    const { seen } = limited({ maxChunks: 1 }, [
      started(1),
      chunk(2, "a"),
      chunk(3, "bc"),
      inner,
      ended(5, 1, { updates: 3, bytes: 50 })
    ])
    expect(seen).toEqual([
      started(1),
      chunk(2, "a"),
      overflow(3, "maxChunks", 1),
      inner,
      ended(5, 1, { updates: 4, bytes: 52 })
    ])
  })

  it("limitReply passes other events untouched while it leaves updates out", () => {
    const asked: SessionEvent = {
      _tag: "PermissionRequested",
      ...stamp(4),
      id: 0,
      request: { sessionId: "s1", toolCall: { toolCallId: "t1" }, options: [] }
    }
    const { seen } = limited({ maxBytes: 1 }, [started(1), chunk(2, "ab"), chunk(3, "c"), asked])
    expect(seen.at(-1)).toBe(asked)
  })

  it("stops a synchronous source as soon as enough was taken", () => {
    let pulled = 0
    const source = from(
      (function* () {
        for (let n = 1; ; n++) {
          pulled = n
          yield chunk(n, "a")
        }
      })()
    )
    source.pipe(limitReply({ maxBytes: 100 }, { cancel: () => {} }), take(1)).subscribe()
    expect(pulled).toBe(1)
  })

  it("limitReply throws a RangeError for bad caps before the subscription", () => {
    expect(() => of<SessionEvent>().pipe(limitReply({ maxBytes: 0 }, { cancel: () => {} }))).toThrow(RangeError)
    expect(() => NEVER.pipe(limitReply({ maxChunks: -1 }, { cancel: () => {} }))).toThrow(RangeError)
    expect(() => NEVER.pipe(limitReply({ maxUpdates: Number.NaN }, { cancel: () => {} }))).toThrow(RangeError)
  })
})
