/** What one prompt can be given besides its content. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { record, wire } from "../support/wire.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const count = (agent: ReturnType<typeof wire>, method: string) =>
  agent.sent().filter((message) => message.method === method).length

describe("the signal of a prompt", () => {
  it("cancels the turn once, which goes on to the agent's answer", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const controller = new AbortController()
    const turn = record(session.prompt("go", { signal: controller.signal }))
    controller.abort()
    controller.abort()
    expect(count(agent, "session/cancel")).toBe(1)
    agent.text("still here")
    agent.answer("session/prompt", { stopReason: "cancelled" })
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "CancelRequested", "Update", "TurnEnded"])
    expect(turn.values.at(-1)).toMatchObject({ stopReason: "cancelled", cancelRequested: true })
    expect(turn.completed).toBe(true)
  })

  it("withdraws the open permission request", async () => {
    const agent = wire({ permissions: () => new Promise(() => {}) })
    const { session } = await agent.open()
    const controller = new AbortController()
    record(session.prompt("go", { signal: controller.signal }))
    agent.askPermission("p", { toolCallId: "c" })
    controller.abort()
    expect(agent.written()).toContain('#p {"outcome":{"outcome":"cancelled"}}')
  })

  it("that is aborted before fails the prompt with its reason and writes nothing", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    const reason = new Error("no longer wanted")
    const before = agent.sent().length
    const turn = record(session.prompt("go", { signal: AbortSignal.abort(reason) }))
    expect(turn.error).toBe(reason)
    expect(agent.sent()).toHaveLength(before)
    expect(events.filter(({ _tag }) => _tag === "TurnStarted")).toEqual([])
  })

  it("does nothing once the turn has ended, nor to the next turn", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const controller = new AbortController()
    record(session.prompt("one", { signal: controller.signal }))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    const next = record(session.prompt("two"))
    controller.abort()
    expect(count(agent, "session/cancel")).toBe(0)
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(next.values.at(-1)).toMatchObject({ stopReason: "end_turn", cancelRequested: false })
  })
})

describe("the timeouts of a prompt", () => {
  it("count in place of the connection's, for this turn alone", async () => {
    const agent = wire({ timeouts: { turn: 1000 } })
    const { session } = await agent.open()
    const short = record(session.prompt("one", { timeouts: { turn: 100 } }))
    await vi.advanceTimersByTimeAsync(100)
    expect(count(agent, "session/cancel")).toBe(1)
    agent.answer("session/prompt", { stopReason: "cancelled" })
    expect(short.error).toMatchObject({ _tag: "RequestTimedOut", waitedFor: "turn", ms: 100 })
    record(session.prompt("two"))
    await vi.advanceTimersByTimeAsync(999)
    expect(count(agent, "session/cancel")).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(count(agent, "session/cancel")).toBe(2)
  })

  it("that are idle start anew with every update", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = record(session.prompt("go", { timeouts: { idle: 100, cancel: 50 } }))
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(99)
      agent.text("x")
    }
    expect(count(agent, "session/cancel")).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(turn.error).toMatchObject({ _tag: "RequestTimedOut", waitedFor: "idle", ms: 100 })
  })

  it("end a turn that does not obey its cancel", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = record(session.prompt("go", { timeouts: { cancel: 50 } }))
    session.cancel()
    await vi.advanceTimersByTimeAsync(49)
    expect(turn.error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(turn.error).toMatchObject({ _tag: "RequestTimedOut", waitedFor: "cancel", ms: 50 })
  })

  it("are refused when they are not positive", async () => {
    const { session } = await wire().open()
    expect(() => session.prompt("go", { timeouts: { idle: 0 } })).toThrow(RangeError)
  })
})
