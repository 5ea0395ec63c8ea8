/** What the page makes of the frames it receives. */
import type { SessionEvent } from "@rxacp/core"
import { replyText, serializeSession } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { initialView, isRunning, reduceView } from "../../page/view-state.ts"
import type { Frame } from "../../src/web/wire.ts"

const stamp = (n: number, epoch = 1) => ({ sessionId: "s", epoch, n })

const frame = (data: SessionEvent): Frame => ({ event: "event", place: { epoch: data.epoch, n: data.n }, data })

const started = frame({ _tag: "TurnStarted", ...stamp(1), turn: 1, prompt: [] })

const said = (n: number, text: string): Frame =>
  frame({
    _tag: "Update",
    ...stamp(n),
    phase: "turn",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } }
  })

const ended = frame({ _tag: "TurnEnded", ...stamp(4), turn: 1, stopReason: "end_turn", cancelRequested: false })

describe("the view", () => {
  it("leaves out events that it has already", () => {
    const frames = [started, said(2, "one "), said(3, "two"), said(2, "one "), said(3, "two"), ended]
    const view = frames.reduce(reduceView, initialView)
    expect(replyText(view.session)).toBe("one two")
    expect(view.place).toEqual({ epoch: 1, n: 4 })
  })

  it("is the same state when an event changes nothing", () => {
    const view = [started, said(2, "one")].reduce(reduceView, initialView)
    expect(reduceView(view, said(2, "one"))).toBe(view)
  })

  it("goes on from a snapshot", () => {
    const before = [started, said(2, "one ")].reduce(reduceView, initialView)
    const snapshot: Frame = { event: "snapshot", place: { epoch: 1, n: 2 }, data: serializeSession(before.session) }
    const view = [snapshot, said(2, "one "), said(3, "two")].reduce(reduceView, initialView)
    expect(replyText(view.session)).toBe("one two")
  })

  it("counts a turn as running until it ends or the agent does", () => {
    const view = [started, said(2, "one")].reduce(reduceView, initialView)
    expect(isRunning(view)).toBe(true)
    expect(isRunning(reduceView(view, ended))).toBe(false)
    expect(isRunning(reduceView(view, { event: "ended", data: { reason: "gone" } }))).toBe(false)
  })
})
