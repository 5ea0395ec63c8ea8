/** The example program's view of a session on a terminal. */
import { Writable } from "node:stream"
import { stripVTControlCharacters } from "node:util"
import type { SessionEvent, SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { liveView, type Screen } from "../../src/run/live.ts"

/** A terminal that keeps what is written to it. */
const terminal = () => {
  let written = ""
  const stream = new Writable({
    write: (chunk, _, done) => {
      written += chunk
      done()
    }
  })
  const screen: Screen = Object.assign(stream, { isTTY: true as const, columns: 60, rows: 10 })
  return { screen, written: () => written }
}

const session = () => {
  const { screen, written } = terminal()
  const view = liveView(screen)
  let state = emptySession()
  let n = 0
  const stamp = () => {
    n += 1
    return { sessionId: "s1", epoch: 1, n }
  }
  const tell = (event: SessionEvent): void => {
    state = foldSession(state, event)
    view.show(state, event)
  }
  tell({ _tag: "TurnStarted", ...stamp(), turn: 1, prompt: [] })
  return {
    view,
    written,
    update: (update: SessionUpdate) => tell({ _tag: "Update", ...stamp(), update, phase: "turn" }),
    finish: (stopReason: string) => {
      tell({ _tag: "TurnEnded", ...stamp(), turn: 1, stopReason, cancelRequested: false })
      view.end()
    }
  }
}

const say = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text }
})

const times = (text: string, part: string): number => text.split(part).length - 1

describe("the live view", () => {
  it("writes what is over once, however often it draws, and draws the rest in its place", () => {
    const { view, written, update, finish } = session()
    update({ sessionUpdate: "tool_call", toolCallId: "t", title: "Look", kind: "read", status: "in_progress" })
    view.resume()
    update({ sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" })
    for (const word of ["one ", "two ", "three"]) {
      update(say(word))
      view.resume()
    }
    finish("end_turn")
    const text = stripVTControlCharacters(written())
    expect(times(text, "[in_progress] Look (read)")).toBe(1)
    expect(times(text, "[completed] Look (read)")).toBe(1)
    expect(times(text, "one two three\n")).toBeGreaterThan(1)
    expect(text.trimEnd().endsWith("end_turn")).toBe(true)
  })

  it("keeps all of a message that is longer than the terminal is high", () => {
    const { written, update, finish } = session()
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`)
    update(say(lines.join("")))
    finish("end_turn")
    const text = stripVTControlCharacters(written())
    expect(text).toContain(lines.join(""))
  })

  it("the live view is quiet during a permission question", () => {
    const { view, written, update, finish } = session()
    view.pause()
    const before = written()
    update(say("meanwhile"))
    expect(written()).toBe(before)
    view.resume()
    expect(written()).toContain("meanwhile")
    finish("end_turn")
  })

  it("obeys nothing that the agent says", () => {
    const { written, update, finish } = session()
    update(say("\u001b]0;title\u0007\u001b[5mblink\u009b2J"))
    finish("\u001b[5mend")
    for (const part of ["title", "\u001b[5m", "\u009b"]) expect(written()).not.toContain(part)
    expect(written()).toContain("blink")
  })
})
