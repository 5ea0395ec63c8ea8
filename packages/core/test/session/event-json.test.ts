import { describe, expect, it } from "vitest"
import { eventFromJson, eventToJson, RequestFailed, type SessionEvent } from "../../src/index.ts"

const stamp = { sessionId: "s", epoch: 1, n: 1 }
const there = (event: SessionEvent): SessionEvent => eventFromJson(JSON.parse(JSON.stringify(eventToJson(event))))

describe("a session event as JSON", () => {
  it("an event as JSON keeps ids past 2^53 digit for digit, and other ids as they are", () => {
    for (const id of [9007199254740993n, 7, "7", null]) {
      const event: SessionEvent = {
        ...stamp,
        _tag: "PermissionResolved",
        id,
        outcome: { outcome: "cancelled" },
        by: "cancel"
      }
      expect(there(event)).toEqual(event)
    }
  })

  it("an event as JSON keeps failures as failures", () => {
    const failure = new RequestFailed({ code: 1, message: "no", data: "quota", method: "session/prompt" })
    const event: SessionEvent = { ...stamp, _tag: "TurnFailed", turn: 1, failure }
    const back = there(event)
    expect(back).toMatchObject({ failure: { _tag: "RequestFailed", code: 1, message: "no: quota" } })
    expect("failure" in back && back.failure).toBeInstanceOf(RequestFailed)
    expect(there(back)).toEqual(back)
  })

  it("eventFromJson throws for what is not an event", () => {
    for (const value of [null, 1, {}, { _tag: "Nope", sessionId: "s" }, { _tag: "ModeSet" }]) {
      expect(() => eventFromJson(value)).toThrow(TypeError)
    }
  })
})
