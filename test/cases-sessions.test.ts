/** What the cases in `test/cases` about cancelling, permissions, endings and loading say in words. */
import { permissionPolicy, type RequestPermissionOutcome } from "@rxacp/core"
import { replyText, toolCall } from "@rxacp/fold"
import { finalize, firstValueFrom, Subject } from "rxjs"
import { describe, expect, it } from "vitest"
import { record, settled, wire } from "../packages/core/test/support/wire.ts"
import { playCase } from "./support/case-player.ts"
import { readCase } from "./support/cases.ts"

describe("31: a cancel", () => {
  it("a cancel is written first, and the permission handler is unsubscribed", async () => {
    let asked = 0
    let closed = 0
    const late = new Subject<RequestPermissionOutcome>()
    const { sent, state } = await playCase(readCase("31"), {
      permissions: () => {
        asked += 1
        return late.pipe(finalize(() => (closed += 1)))
      }
    })
    expect([asked, closed]).toEqual([2, 2])
    const written = sent.length
    late.next({ outcome: "selected", optionId: "p-17" })
    await settled()
    expect(sent).toHaveLength(written)
    const answered = sent.flatMap(({ id, result }) => (result === undefined ? [] : [id]))
    expect(new Set(answered).size).toBe(answered.length)
    expect(toolCall(state, "t1")).toMatchObject({ status: "failed" })
  })
})

it("33: 'I stopped it' differs from 'it finished', whatever the agent says", async () => {
  const { calls, state } = await playCase(readCase("33"))
  expect(calls.get("1")?.value).toMatchObject({ stopReason: "end_turn", cancelRequested: true })
  expect(calls.get("2")?.value).toMatchObject({ _tag: "TurnEnded", stopReason: "cancelled", cancelRequested: true })
  expect(calls.get("3")?.value).toMatchObject({ stopReason: "cancelled", cancelRequested: false })
  expect(state.turns.map(({ stopReason }) => stopReason)).toEqual(["end_turn", "cancelled", "cancelled"])
})

describe("35: a deny", () => {
  const answers = readCase("35").expect.replies

  it("is the answer of a policy without rules, and the default", async () => {
    const input = { ...readCase("35"), client: [] }
    expect((await playCase(input, { permissions: permissionPolicy([]) })).replies).toMatchObject(answers ?? [])
    const agent = wire()
    await agent.open()
    agent.askPermission(0, { toolCallId: "t1", title: "A" })
    await settled()
    expect(agent.sent().at(-1)).toMatchObject(answers?.[0] ?? {})
  })

  it("a rejection takes the place of an option that was not offered, which is reported", async () => {
    const input = { ...readCase("35"), client: [] }
    const { replies, diagnostics } = await playCase(input, {
      permissions: () => [{ outcome: "selected", optionId: "P-18" }]
    })
    expect(replies).toMatchObject(answers ?? [])
    expect(diagnostics).toMatchObject([
      { _tag: "OptionNotOffered", optionId: "P-18" },
      { _tag: "OptionNotOffered" },
      { _tag: "OptionNotOffered" }
    ])
  })
})

describe("36: an agent that dies", () => {
  it("fails every call once, by its signal and last words, and every later one the same way", async () => {
    const { calls, connection, events, completed, replies } = await playCase(readCase("36"))
    const died = { _tag: "AgentExited", signal: "SIGKILL", stderrTail: "last words" }
    expect(calls.get("1")).toMatchObject({ failure: died, ends: 1 })
    expect(calls.get("2")).toMatchObject({ failure: died, ends: 1 })
    expect(events.at(-1)).toMatchObject({ _tag: "TurnFailed", failure: died })
    expect(completed).toBe(true)
    expect(replies).toEqual([])
    const later = record(connection.newSession({ cwd: "/w" }))
    expect(later.error).toMatchObject(died)
  })

  it("the end unsubscribes every permission handler", async () => {
    let closed = 0
    await playCase(readCase("36"), {
      permissions: () => new Subject<RequestPermissionOutcome>().pipe(finalize(() => (closed += 1)))
    })
    expect(closed).toBe(1)
  })
})

it("49: what comes before the answer waits, in order, for the first who subscribes", async () => {
  const { events, state, connection } = await playCase(readCase("49"))
  expect(events.map((event) => (event._tag === "Update" ? event.update.sessionUpdate : event._tag))).toEqual([
    "available_commands_update",
    "current_mode_update",
    "SessionOpened"
  ])
  expect(state.currentModeId).toBe("code")
  const other = await firstValueFrom(connection.session("other").events)
  expect(other).toMatchObject({ sessionId: "other", update: { sessionUpdate: "usage_update" } })
})

it("51: a replay is marked, belongs to no turn, and no reply has it", async () => {
  const { events, state, sent } = await playCase(readCase("51"))
  const phases = events.flatMap((event) => (event._tag === "Update" ? [event.phase] : []))
  expect(phases).toEqual(["replay", "replay", "replay", "replay", "turn"])
  expect(state.turns).toMatchObject([{ turn: 1, at: 3 }])
  expect([...state.timeline].map(({ turn }) => turn)).toEqual([null, null, null, 1])
  expect(replyText(state, 1)).toBe("new a")
  // The load was known before it was written, or its first update would have been no replay.
  expect(events[0]).toMatchObject({ _tag: "LoadStarted", n: 1 })
  expect(sent.map(({ method }) => method)).toEqual(["initialize", "session/load", "session/prompt"])
})

it("52: a load starts over, also after one that failed", async () => {
  const { states } = await playCase(readCase("52"))
  expect(states.map(({ timeline }) => timeline.length)).toEqual([1, 2, 2, 1, 2, 2])
})

it("54: a session of an agent that exited writes to no later agent", async () => {
  const { calls, sent } = await playCase(readCase("54"))
  expect(calls.get("1")).toMatchObject({ failure: { _tag: "AgentExited", code: 1 }, ends: 1 })
  expect(calls.get("2")).toMatchObject({ failure: { _tag: "AgentExited", code: 1 }, ends: 1 })
  expect(sent.map(({ method }) => method)).toEqual(["initialize"])
})

it("60: a version that we don't speak fails the handshake and what waits for it, and closes the transport", async () => {
  const { calls, sent, transport } = await playCase(readCase("60"))
  const failure = { _tag: "UnsupportedProtocolVersion", requested: 1, answered: 2 }
  expect(calls.get("0")).toMatchObject({ failure })
  expect(calls.get("newSession")).toMatchObject({ failure })
  expect(sent).toMatchObject([{ method: "initialize", params: { protocolVersion: 1 } }])
  expect(await firstValueFrom(transport.ended)).toEqual({})
})
