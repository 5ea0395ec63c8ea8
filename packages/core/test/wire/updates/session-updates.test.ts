import { type Line, type Message, type Notification, sessionUpdates, type UpdateEvent, updateEvent } from "@rxacp/core"
import { describe, expect, it } from "vitest"
import { marbles } from "../../support/marbles.ts"

const line: Line = { _tag: "Line", seq: 1, text: "", bytes: 0 }
const notification = (params: unknown, method = "session/update"): Notification => ({
  _tag: "Notification",
  seq: 1,
  line,
  method,
  params
})
const chunk = (text: string) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }) as const
const update = (sessionId: string, text: string) => notification({ sessionId, update: chunk(text) })
const updated = (sessionId: string, text: string): UpdateEvent => ({
  _tag: "Update",
  sessionId,
  update: chunk(text),
  seq: 1
})

describe("sessionUpdates", () => {
  const messages: Record<string, Message> = {
    a: update("s1", "a"),
    b: update("s2", "b"),
    u: notification({ sessionId: "s1", update: { sessionUpdate: "_vendor", x: 1 } }),
    i: notification({ sessionId: "s2", update: { sessionUpdate: "plan" } }),
    n: notification({ update: chunk("x") }),
    r: { ...update("s1", "r"), _tag: "Request", id: 1 },
    o: notification({ sessionId: "s1" }, "_vendor/ping"),
    z: { _tag: "Noise", seq: 1, line },
    s: { _tag: "Success", seq: 1, line, id: 1, result: {} }
  }
  const events: Record<string, UpdateEvent> = {
    A: updated("s1", "a"),
    B: updated("s2", "b"),
    U: {
      _tag: "UnknownUpdate",
      sessionId: "s1",
      sessionUpdate: "_vendor",
      raw: { sessionUpdate: "_vendor", x: 1 },
      seq: 1
    },
    I: {
      _tag: "InvalidUpdate",
      sessionId: "s2",
      raw: { sessionUpdate: "plan" },
      reason: "update.entries: expected a list, nothing is there",
      seq: 1
    },
    N: {
      _tag: "InvalidUpdate",
      raw: { update: chunk("x") },
      reason: "sessionId: expected a string",
      seq: 1
    }
  }

  it(
    "takes the updates out of the messages, and nothing in them ends the stream",
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot("  -a-u-i-n-b-(a|)", messages)
      const subscribed = "  ^----------!   "
      const expected = "    -A-U-I-N-B-(A|)"
      expectObservable(source.pipe(sessionUpdates())).toBe(expected, events)
      expectSubscriptions(source.subscriptions).toBe(subscribed)
    })
  )

  it(
    "lets everything else pass by, also a session/update that came with an id",
    marbles(({ hot, expectObservable }) => {
      const source = hot("-r-o-z-s-|", messages)
      const expected = "  ---------|"
      expectObservable(source.pipe(sessionUpdates())).toBe(expected, events)
    })
  )

  it(
    "keeps one session apart, with the invalid updates that name none",
    marbles(({ hot, expectObservable }) => {
      const source = hot("-a-b-u-i-n-|", messages)
      const expected = "  -A---U---N-|"
      expectObservable(source.pipe(sessionUpdates("s1"))).toBe(expected, events)
    })
  )

  it(
    "hands on an error and unsubscribes from its source",
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const failing = hot("-a-#", messages)
      expectObservable(failing.pipe(sessionUpdates())).toBe("-A-#", events)
      const endless = hot(" -a-b-a-", messages)
      const subscribed = " ^---!   "
      const expected = "   -A-B-   "
      expectObservable(endless.pipe(sessionUpdates()), "^---!").toBe(expected, events)
      expectSubscriptions(endless.subscriptions).toBe(subscribed)
    })
  )
})

describe("updateEvent", () => {
  it("hands the parsed update itself on when it is clean", () => {
    const raw = { ...chunk("a"), _meta: { a: 1 }, vendor: true }
    const event = updateEvent(notification({ sessionId: "s", update: raw }))
    expect(event?._tag === "Update" && event.update === raw).toBe(true)
    expect(event).not.toHaveProperty("issues")
  })

  it("is undefined for any other notification", () => {
    expect(updateEvent(notification({}, "session/cancel"))).toBeUndefined()
  })

  it.each([undefined, null, ["s1", {}], "s1", { sessionId: 1, update: chunk("a") }, { sessionId: "s1" }])(
    "calls params that are %j invalid and keeps them",
    (params) => {
      expect(updateEvent(notification(params))).toMatchObject({ _tag: "InvalidUpdate", raw: params, seq: 1 })
    }
  )

  it("says what it repaired", () => {
    expect(updateEvent(notification({ sessionId: "s", update: { ...chunk("a"), messageId: {} } }))).toEqual({
      _tag: "Update",
      sessionId: "s",
      update: chunk("a"),
      issues: [{ path: ["messageId"], kind: "dropped", raw: {} }],
      seq: 1
    })
  })
})
