/** The bounded log behind the event streams. */
import type { SessionEvent } from "@rxacp/core"
import { emptySession, foldSession, replyText, restoreSession } from "@rxacp/fold"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SessionLog } from "../../src/web/session-log.ts"
import { type Place, placeOf, readEvent } from "../../src/web/wire.ts"

const started: SessionEvent = { _tag: "TurnStarted", sessionId: "s", epoch: 3, n: 1, turn: 1, prompt: [] }

const said = (n: number): SessionEvent => ({
  _tag: "Update",
  sessionId: "s",
  epoch: 3,
  n,
  phase: "turn",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${n} ` } }
})

const events = (count: number): ReadonlyArray<SessionEvent> => [
  started,
  ...Array.from({ length: count - 1 }, (_, index) => said(index + 2))
]

const logOf = (count: number, bounds?: { events: number; bytes: number }): SessionLog => {
  const log = new SessionLog("s", 3, bounds)
  for (const event of events(count)) log.append(event)
  return log
}

/** What a reader at `after` is sent, as far as there is anything: the names of the frames and the state that it then has. */
const readAll = (log: SessionLog, after: Place | undefined) => {
  const kinds: Array<string> = []
  let state = events(after?.epoch === 3 ? after.n : 0).reduce(foldSession, emptySession({ sessionId: "s" }))
  let place = after
  for (let next = log.next(place); next !== undefined; next = log.next(place)) {
    const [, id, event, data = ""] = /^id: (.*)\nevent: (.*)\ndata: (.*)\n\n$/.exec(next.text) ?? []
    expect(placeOf(id)).toEqual(next.place)
    kinds.push(event ?? "")
    state = event === "snapshot" ? restoreSession(data) : foldSession(state, readEvent(data))
    place = next.place
  }
  return { kinds, text: replyText(state) }
}

describe("the log of a session", () => {
  it("gives a new reader the state, and then nothing until something happens", () => {
    const log = logOf(4)
    expect(readAll(log, undefined)).toEqual({ kinds: ["snapshot"], text: "2 3 4 " })
    expect(log.next({ epoch: 3, n: 4 })).toBeUndefined()
  })

  it("gives a reader that comes back the events it has missed", () => {
    expect(readAll(logOf(4), { epoch: 3, n: 2 })).toEqual({ kinds: ["event", "event"], text: "2 3 4 " })
  })

  it.each<[string, Place]>([
    ["of another run of the agent", { epoch: 2, n: 2 }],
    ["that has not happened", { epoch: 3, n: 9 }]
  ])("gives the state to a reader at a place %s", (_, after) => {
    expect(readAll(logOf(4), after)).toMatchObject({ kinds: ["snapshot"] })
  })

  it("leads every reader to the same state, whatever its place and the bounds of the log", () => {
    const bounds = fc.record({ events: fc.integer({ min: 1, max: 8 }), bytes: fc.integer({ min: 1, max: 1_500 }) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(40), bounds, (count, n, kept) => {
        const log = logOf(count, kept)
        const { kinds, text } = readAll(log, { epoch: 3, n: Math.min(n, count) })
        expect(text).toBe(replyText(log.state))
        expect(kinds.length).toBeLessThanOrEqual(kept.events)
      })
    )
  })

  it("carries a request id of any kind", () => {
    const log = new SessionLog("s", 3)
    const id = 2n ** 60n
    log.append({
      _tag: "PermissionResolved",
      sessionId: "s",
      epoch: 3,
      n: 1,
      id,
      outcome: { outcome: "cancelled" },
      by: "cancel"
    })
    const data = /^data: (.*)$/m.exec(log.next({ epoch: 3, n: 0 })?.text ?? "")?.[1] ?? ""
    expect(readEvent(data)).toMatchObject({ id })
  })
})

it("takes what is nested deep, as an event and in the state", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)
  const call: SessionEvent = {
    _tag: "Update",
    sessionId: "s",
    epoch: 3,
    n: 2,
    phase: "turn",
    update: { sessionUpdate: "tool_call", toolCallId: "t", title: "Deep", rawInput: deep }
  }
  const log = new SessionLog("s", 3)
  log.append(started)
  log.append(call)
  for (const place of [{ epoch: 3, n: 1 }, undefined])
    expect(log.next(place)?.text).toContain("nested too deep to show")
})
