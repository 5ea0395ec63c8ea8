import * as fc from "fast-check"
import { lastValueFrom, of, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { AgentExited, type SessionEvent } from "../../src/index.ts"
import { type Journal, type JournalRecord, replayJournal } from "../../src/replay/index.ts"
import { record, settled, type WireOptions, wire } from "../support/wire.ts"

/** A journal in memory, synchronous or not. */
const memoryJournal = (delayed = false): { journal: Journal; records: Array<JournalRecord> } => {
  const records: Array<JournalRecord> = []
  return {
    records,
    journal: {
      append: (batch) => {
        records.push(...batch)
        return delayed ? settled() : undefined
      }
    }
  }
}

/** Plays a run and gives the live events beside those that its journal replays. */
const both = async (
  play: (agent: ReturnType<typeof wire>, wait: () => Promise<void>) => Promise<void>,
  options: WireOptions = {},
  delayed = false
) => {
  const { journal, records } = memoryJournal(delayed)
  const agent = wire({ ...options, transport: { ...options.transport, journal, epoch: 7 } })
  const live: Array<SessionEvent> = []
  const listen = (id: string): void => {
    agent.connection.session(id).events.subscribe((event) => live.push(event))
  }
  listen("s1")
  listen("s2")
  const wait = async (): Promise<void> => {
    for (let i = 0; i < (delayed ? 8 : 1); i++) await settled()
  }
  await play(agent, wait)
  await wait()
  // A journal is read back from text.
  const read = JSON.parse(JSON.stringify(records)) as Array<JournalRecord>
  const replayed = await lastValueFrom(replayJournal(read).pipe(toArray()))
  return { live, replayed, records }
}

/** The events of each session, as JSON: between sessions only the order of lines counts. */
const bySession = (events: ReadonlyArray<SessionEvent>): unknown =>
  ["s1", "s2"].map((id) => JSON.parse(JSON.stringify(events.filter(({ sessionId }) => sessionId === id))))

describe.each([
  ["synchronous", false],
  ["slow", true]
])("replaying a %s journal gives the events of the live run", (_, delayed) => {
  const same = async (...[play, options]: Parameters<typeof both>) => {
    const { live, replayed, records } = await both(play, options, delayed)
    expect(bySession(replayed)).toEqual(bySession(live))
    expect(records.map(({ n }) => n)).toEqual(records.map((_, i) => i + 1))
    return replayed
  }

  it("for a turn with a permission, a mode, a late update and a second turn", async () => {
    const events = await same(
      async (agent, wait) => {
        const opening = record(agent.connection.open({ cwd: "/w" }))
        await wait()
        agent.answer("initialize", { protocolVersion: 1 })
        await wait()
        agent.answer("session/new", { sessionId: "s1", modes: { currentModeId: "a", availableModes: [] } })
        await wait()
        const [session] = opening.values
        session?.prompt("go").subscribe()
        await wait()
        const lines = [
          {
            method: "session/update",
            params: { sessionId: "s1", update: { sessionUpdate: "tool_call", toolCallId: "t", title: "T" } }
          },
          {
            id: 0,
            method: "session/request_permission",
            params: {
              sessionId: "s1",
              toolCall: { toolCallId: "t" },
              options: [{ optionId: "y", name: "Y", kind: "allow_once" }]
            }
          },
          { method: "session/update", params: { sessionId: "s1", update: { sessionUpdate: "teleport" } } },
          { method: "session/update", params: { sessionId: "s1", update: { sessionUpdate: "plan" } } }
        ]
        // All in one chunk: the answer to the permission takes effect between its lines.
        agent.transport.receive(lines.map((line) => JSON.stringify({ jsonrpc: "2.0", ...line })).join("\n"))
        await wait()
        agent.answer("session/prompt", { stopReason: "end_turn" })
        agent.update({ sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" })
        await wait()
        record(session?.setMode("b") ?? of())
        await wait()
        agent.answer("session/set_mode", {})
        await wait()
        const second = record(session?.prompt("again") ?? of())
        await wait()
        second.unsubscribe()
        await wait()
        agent.text("x", { messageId: "m" })
        agent.refuse("session/prompt", -32800)
        await wait()
      },
      { permissions: () => of({ outcome: "selected", optionId: "y" }) }
    )
    expect(events.map(({ _tag }) => _tag)).toEqual([
      "SessionOpened",
      "TurnStarted",
      "Update",
      "PermissionRequested",
      "PermissionResolved",
      "UnknownUpdate",
      "InvalidUpdate",
      "TurnEnded",
      "Update",
      "ModeSet",
      "TurnStarted",
      "CancelRequested",
      "Update",
      "TurnEnded"
    ])
  })

  it("for a cap, a load, two sessions and an agent that dies", async () => {
    const events = await same(async (agent, wait) => {
      record(agent.connection.initialize())
      await wait()
      agent.answer("initialize", { protocolVersion: 1, agentCapabilities: { loadSession: true } })
      await wait()
      const one = agent.connection.session("s1")
      const two = agent.connection.session("s2")
      one.prompt("go", { limits: { maxBytes: 3 } }).subscribe({ error: () => {} })
      two.load({ cwd: "/w" }).subscribe({ error: () => {} })
      await wait()
      agent.text("ab")
      agent.text("cd")
      agent.text("old", {}, "s2")
      agent.text("ef")
      await wait()
      agent.answer("session/load", null)
      agent.text("between", {}, "s2")
      await wait()
      two.prompt("go").subscribe({ error: () => {} })
      await wait()
      agent.transport.receive("noise\n\ud83d\n")
      agent.transport.finish(new AgentExited({ code: 1, signal: null, stderrTail: "fatal\n", phase: "running" }))
      await wait()
    })
    expect(events.filter(({ _tag }) => _tag === "TurnFailed")).toMatchObject([
      { sessionId: "s1", failure: { _tag: "AgentExited", code: 1, stderrTail: "fatal\n" } },
      { sessionId: "s2", failure: { _tag: "AgentExited" } }
    ])
  })

  it("for an agent that ignores the cancel and answers in the next turn", async () => {
    await same(
      async (agent, wait) => {
        record(agent.connection.initialize())
        await wait()
        agent.answer("initialize", { protocolVersion: 1 })
        await wait()
        const session = agent.connection.session("s1")
        const turn = record(session.prompt("one"))
        await wait()
        session.cancel()
        await expect.poll(() => turn.error).toBeDefined()
        record(session.prompt("two"))
        await wait()
        agent.say({ id: 1, result: { stopReason: "cancelled" } })
        agent.text("of two")
        agent.say({ id: 2, result: { stopReason: "end_turn" } })
        await wait()
      },
      { timeouts: { cancel: 1 } }
    )
  })
})

describe("a journal of several runs", () => {
  it("gives the events of each, also with one epoch and a record that was cut off between them", async () => {
    const { records, replayed } = await both(async (agent, wait) => {
      record(agent.connection.initialize())
      agent.answer("initialize", { protocolVersion: 1 })
      agent.connection.session("s1").prompt("go").subscribe()
      agent.text("a")
      await wait()
    })
    const torn = { direction: "torn" as const, line: 9, text: '{"n":' }
    const half = records.length - 1
    const two = [...records.slice(0, half), torn, ...records.slice(half), torn, ...records, torn]
    expect(await lastValueFrom(replayJournal(two).pipe(toArray()))).toEqual([...replayed, ...replayed])
  })
})

it("a replay skips lines that were written past the connection and are not messages", async () => {
  const { live, replayed } = await both(async (agent, wait) => {
    record(agent.connection.initialize())
    agent.answer("initialize", { protocolVersion: 1 })
    for (const line of ["half a message {", "null", "[]"]) agent.transport.write(line)
    agent.text("a")
    await wait()
  })
  expect(live).toHaveLength(1)
  expect(bySession(replayed)).toEqual(bySession(live))
})

describe("a journal that stops early", () => {
  it("law: any beginning of it replays a beginning of the events", async () => {
    const { records, replayed } = await both(async (agent, wait) => {
      record(agent.connection.initialize())
      agent.answer("initialize", { protocolVersion: 1 })
      agent.connection.session("s1").prompt("go").subscribe()
      for (let i = 0; i < 5; i++) agent.text(`${i}`)
      agent.answer("session/prompt", { stopReason: "end_turn" })
      await wait()
    })
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: records.length }), async (length) => {
        const part = await lastValueFrom(replayJournal(records.slice(0, length)).pipe(toArray()))
        expect(part).toEqual(replayed.slice(0, part.length))
      })
    )
  })
})
