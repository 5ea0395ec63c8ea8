import { EMPTY, lastValueFrom, take, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { RequestFailed, type SessionEvent } from "../../src/index.ts"
import { everything, record, settled, wire } from "../support/wire.ts"

const tags = (events: ReadonlyArray<SessionEvent>): ReadonlyArray<string> =>
  events.map((event) => ("phase" in event ? `${event._tag} ${event.phase}` : event._tag))

describe("events before anybody listens", () => {
  it("events without a subscriber are kept, in order, for the first one, also those before the session/new answer", async () => {
    const agent = wire()
    const opening = record(agent.connection.open({ cwd: "/w" }))
    agent.answer("initialize", everything)
    agent.update({
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "init", description: "x" }]
    })
    agent.update({ sessionUpdate: "usage_update", used: 0, size: 9 }, "other")
    agent.answer("session/new", { sessionId: "s1" })
    agent.text("a")
    const session = opening.values[0]
    const first = record(session?.events ?? EMPTY)
    expect(tags(first.values)).toEqual(["Update between", "SessionOpened", "Update between"])
    expect(first.values.map(({ n }) => n)).toEqual([1, 2, 3])
    expect(first.values.every(({ sessionId, epoch }) => sessionId === "s1" && epoch === 1)).toBe(true)
    const second = record(session?.events ?? EMPTY)
    expect(second.values).toEqual([])
    agent.text("b")
    expect(second.values).toHaveLength(1)
    expect(record(agent.connection.session("other").events).values).toHaveLength(1)
  })

  it("events without a subscriber are dropped at a bound of bytes, oldest first, and counted", async () => {
    const agent = wire({ limits: { maxHeldBytes: 1_600_000 } })
    const opening = record(agent.connection.open({ cwd: "/w" }))
    agent.answer("initialize", everything)
    agent.answer("session/new", { sessionId: "s1" })
    // A quarter of it is for events, a quarter of that for one session: four texts of this size do not fit.
    for (let i = 0; i < 7; i++) agent.text("x".repeat(30_000))
    const seen = record(opening.values[0]?.events ?? EMPTY)
    expect(seen.values.map(({ n }) => n)).toEqual([6, 7, 8])
    expect(agent.diagnostics).toMatchObject([
      { _tag: "EventsDropped", sessionId: "s1", count: 1 },
      { _tag: "EventsDropped", sessionId: "s1", count: 2 },
      { _tag: "EventsDropped", sessionId: "s1", count: 4 },
      { _tag: "EventsDropped", sessionId: "s1", count: 5 }
    ])
  })

  it("events without a subscriber are bounded for all sessions together", async () => {
    const agent = wire({ limits: { maxHeldBytes: 1_600_000 } })
    await agent.open()
    const ids = ["a", "b", "c", "d", "e", "f"]
    for (const id of ids) for (let i = 0; i < 3; i++) agent.text("x".repeat(30_000), {}, id)
    const kept = ids.map((id) => record(agent.connection.session(id).events).values.length)
    expect(kept).toEqual([0, 0, 3, 3, 3, 3])
  })

  it("events that the reader of a turn got are not kept", async () => {
    const agent = wire()
    const opening = record(agent.connection.open({ cwd: "/w" }))
    agent.answer("initialize", everything)
    agent.answer("session/new", { sessionId: "s1" })
    const session = opening.values[0]
    const turn = record(session?.prompt("go") ?? EMPTY)
    agent.text("a")
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(tags(turn.values)).toEqual(["TurnStarted", "Update turn", "TurnEnded"])
    expect(tags(record(session?.events ?? EMPTY).values)).toEqual(["SessionOpened"])
  })

  it("kept events that the first subscriber did not take are left for the next", async () => {
    const agent = wire()
    const events = agent.connection.session("s1").events
    record(agent.connection.initialize())
    for (const text of ["a", "b", "c"]) agent.text(text)
    const first = record(events.pipe(take(2)))
    agent.text("d")
    const second = record(events)
    agent.text("e")
    expect([first, second].map(({ values }) => values.map(({ n }) => n))).toEqual([
      [1, 2],
      [3, 4, 5]
    ])
  })

  it("dropped events are counted to the last one once there is a subscriber", async () => {
    const agent = wire({ limits: { maxHeldBytes: 1_600_000 } })
    const opening = record(agent.connection.open({ cwd: "/w" }))
    agent.answer("initialize", everything)
    agent.answer("session/new", { sessionId: "s1" })
    for (let i = 0; i < 14; i++) agent.text("x".repeat(30_000))
    const seen = record(opening.values[0]?.events ?? EMPTY)
    expect(seen.values[0]?.n).toBe(13)
    expect(agent.diagnostics.at(-1)).toEqual({ _tag: "EventsDropped", sessionId: "s1", count: 12 })
  })

  it("events of session ids that only the agent knows are bounded", async () => {
    const agent = wire()
    await agent.open()
    for (let i = 0; i < 105; i++) agent.text("x", {}, `made up ${i}`)
    expect(agent.diagnostics.filter(({ _tag }) => _tag === "EventsDropped")).toHaveLength(5)
  })
})

describe("load", () => {
  it("load tags what comes before its answer as replay, and takes a null result for an empty one", async () => {
    const agent = wire()
    await agent.open()
    const session = agent.connection.session("s9")
    const events = record(session.events)
    const load = record(session.load({ cwd: "/w" }))
    agent.text("old q", {}, "s9")
    agent.text("old a", { messageId: "m1" }, "s9")
    expect(agent.asked("session/load").params).toEqual({ sessionId: "s9", cwd: "/w", mcpServers: [] })
    agent.answer("session/load", null)
    expect(tags(load.values)).toEqual(["LoadStarted", "Update replay", "Update replay", "LoadEnded"])
    expect(load.completed).toBe(true)
    const turn = record(session.prompt("now"))
    agent.text("new a", { messageId: "m2" }, "s9")
    agent.answer("session/prompt", { stopReason: "end_turn" })
    expect(tags(turn.values)).toEqual(["TurnStarted", "Update turn", "TurnEnded"])
    expect(events.values.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it("load leaves no turn for which a chunk could be late", async () => {
    const agent = wire()
    const { session, events } = await agent.open()
    record(session.prompt("go"))
    agent.text("a", { messageId: "m1" })
    agent.answer("session/prompt", { stopReason: "end_turn" })
    agent.text("tail", { messageId: "m1" })
    record(session.load({ cwd: "/w" }))
    agent.answer("session/load", {})
    agent.text("greeting")
    expect(tags(events.filter((event) => "phase" in event))).toEqual(["Update turn", "Update late", "Update between"])
  })

  it("load fails with the agent's error, and can be tried again", async () => {
    const agent = wire()
    await agent.open()
    const session = agent.connection.session("s9")
    const one = record(session.load({ cwd: "/w" }))
    agent.refuse("session/load", -32603)
    expect(one.error).toBeInstanceOf(RequestFailed)
    expect(one.values.at(-1)).toMatchObject({ _tag: "LoadEnded", ok: false, failure: one.error })
    const two = record(session.load({ cwd: "/w" }))
    agent.answer("session/load", { modes: { currentModeId: "a", availableModes: [] } })
    expect(two.values.at(-1)).toMatchObject({ _tag: "LoadEnded", ok: true, modes: { currentModeId: "a" } })
  })

  it("load neither loses nor delays a history of 100,000 updates", async () => {
    const agent = wire()
    await agent.open()
    const session = agent.connection.session("s9")
    const loaded = lastValueFrom(session.load({ cwd: "/w" }).pipe(toArray()))
    for (let i = 0; i < 100_000; i++) agent.text(`${i}`, {}, "s9")
    agent.answer("session/load", {})
    const events = await loaded
    expect(events).toHaveLength(100_002)
    expect(events.every(({ n }, i) => n === i + 1)).toBe(true)
  })

  it("an unsubscribed load asks to cancel; what comes is still a replay until the answer", async () => {
    const agent = wire()
    await agent.open()
    const session = agent.connection.session("s9")
    const events = record(session.events)
    record(session.load({ cwd: "/w" })).unsubscribe()
    expect(agent.sent().at(-1)).toMatchObject({ method: "$/cancel_request", params: { requestId: 2 } })
    agent.text("old", {}, "s9")
    agent.refuse("session/load", -32800)
    agent.text("new", {}, "s9")
    expect(tags(events.values)).toEqual(["LoadStarted", "Update replay", "LoadEnded", "Update between"])
  })
})

describe("load behind a slow journal", () => {
  it("a load that is unsubscribed before it is written asks to cancel after it is written", async () => {
    const agent = wire({ transport: { journal: { append: () => settled() } } })
    record(agent.connection.initialize())
    await expect.poll(() => agent.written()).toEqual(["initialize #0"])
    agent.answer("initialize", everything)
    await expect.poll(() => record(agent.connection.initialize()).values).toHaveLength(1)
    record(agent.connection.session("s9").load({ cwd: "/w" })).unsubscribe()
    await expect.poll(() => agent.written()).toEqual(["initialize #0", "session/load #1", "$/cancel_request"])
  })
})

describe("resume", () => {
  it("resume replays nothing and resets nothing: it ends with SessionOpened", async () => {
    const agent = wire()
    await agent.open()
    const session = agent.connection.session("s9")
    const resumed = record(session.resume({ cwd: "/w" }))
    agent.update({ sessionUpdate: "usage_update", used: 1, size: 2 }, "s9")
    agent.answer("session/resume", { configOptions: [] })
    expect(tags(resumed.values)).toEqual(["Update between", "SessionOpened"])
    expect(resumed.completed).toBe(true)
  })

  it("resume emits what comes until its end, also what is late for an earlier turn", async () => {
    const agent = wire()
    const { session } = await agent.open()
    record(session.prompt("go"))
    agent.answer("session/prompt", { stopReason: "end_turn" })
    const resumed = record(session.resume({ cwd: "/w" }))
    agent.text("tail")
    agent.answer("session/resume", {})
    expect(tags(resumed.values)).toEqual(["Update late", "SessionOpened"])
  })
})

describe("the end of a session", () => {
  it.each(["close", "delete"] as const)(
    "after %s the events of a session complete and its terminals are released",
    async (how) => {
      const released: Array<string | undefined> = []
      const agent = wire({
        terminals: {
          create: () => [],
          output: () => [],
          waitForExit: () => [],
          kill: () => [],
          release: () => [],
          endSession: (id) => released.push(id)
        }
      })
      const { session } = await agent.open()
      const events = record(session.events)
      record(how === "close" ? agent.connection.closeSession("s1") : agent.connection.deleteSession("s1"))
      agent.answer(`session/${how}`, null)
      expect(events.completed).toBe(true)
      expect(released).toEqual(["s1"])
      await agent.connection.close()
      expect(released).toEqual(["s1", undefined])
    }
  )
})

describe("limits", () => {
  it("an update over maxUpdateBytes is delivered as invalid, with its size", async () => {
    const agent = wire({ limits: { maxUpdateBytes: 300 } })
    const { events } = await agent.open()
    agent.text("x".repeat(300))
    agent.text("fits")
    expect(events.slice(1)).toMatchObject([
      { _tag: "InvalidUpdate", reason: expect.stringMatching(/of \d+ bytes is over the limit of 300/) },
      { _tag: "Update" }
    ])
  })

  it("a cap keeps what fits, says what it left out, cancels once, and the agent's answer still ends the turn", async () => {
    const agent = wire({ permissions: () => new Promise<never>(() => {}) })
    const { session, events } = await agent.open()
    const turn = record(session.prompt("go", { limits: { maxBytes: 5 } }))
    agent.askPermission(0, { toolCallId: "t" })
    agent.text("abc")
    agent.text("d\ud83d\ude00e")
    agent.text("more")
    agent.update({ sessionUpdate: "usage_update", used: 1, size: 2 })
    agent.answer("session/prompt", { stopReason: "cancelled" })
    expect(turn.values.map((event) => (event._tag === "Update" ? JSON.stringify(event.update) : event._tag))).toEqual([
      "TurnStarted",
      "PermissionRequested",
      '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"abc"}}',
      '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"d"}}',
      "Overflow",
      "CancelRequested",
      "PermissionResolved",
      "TurnEnded"
    ])
    expect(turn.values[4]).toMatchObject({ limit: "maxBytes", max: 5, seq: 5 })
    expect(turn.values.at(-1)).toMatchObject({ cancelRequested: true, omitted: { updates: 2, bytes: 9 } })
    expect(events.slice(1)).toEqual(turn.values)
    expect(agent.written().slice(3)).toEqual(["session/cancel", '#0 {"outcome":{"outcome":"cancelled"}}'])
  })

  it("caps start over each turn, throw when not positive, and those of a turn override the connection's", async () => {
    const agent = wire({ limits: { reply: { maxChunks: 1 }, maxUpdates: 3 } })
    const { session } = await agent.open()
    expect(() => session.prompt("go", { limits: { maxBytes: 0 } })).toThrow(RangeError)
    for (const [limits, chunks, limit] of [
      [undefined, 1, "maxChunks"],
      [undefined, 1, "maxChunks"],
      [{ maxBytes: 100 }, 3, "maxUpdates"]
    ] as const) {
      const turn = record(session.prompt("go", limits === undefined ? {} : { limits }))
      for (let i = 0; i < 5; i++) agent.text("x")
      agent.answer("session/prompt", { stopReason: "end_turn" })
      expect(turn.values.filter(({ _tag }) => _tag === "Update")).toHaveLength(chunks)
      expect(turn.values.find(({ _tag }) => _tag === "Overflow")).toMatchObject({ limit })
    }
  })
})

describe("permission requests", () => {
  it("permission requests without a handler are rejected by the kind of the option, and so is an option that was not offered", async () => {
    const agent = wire()
    const { events } = await agent.open()
    agent.askPermission(0, { toolCallId: "t1", title: "A" })
    agent.askPermission(1, { toolCallId: "t2", title: "B" }, "s1", [
      { optionId: "reject", name: "Yes", kind: "allow_once" }
    ])
    expect(agent.written().slice(2)).toEqual([
      '#0 {"outcome":{"outcome":"selected","optionId":"p-19"}}',
      '#1 {"outcome":{"outcome":"cancelled"}}'
    ])
    expect(events.filter(({ _tag }) => _tag === "PermissionResolved")).toMatchObject([
      { by: "policy" },
      { by: "policy" }
    ])

    const made = wire({ permissions: async () => ({ outcome: "selected", optionId: "made up" }) })
    await made.open()
    made.askPermission(0, { toolCallId: "t1" })
    await expect.poll(() => made.written().at(-1)).toContain("p-19")
    expect(made.diagnostics).toMatchObject([{ _tag: "OptionNotOffered", optionId: "made up" }])
  })

  it("a permission request is not given a finished call as known", async () => {
    const known: Array<unknown> = []
    const agent = wire({
      permissions: (_, context) => {
        known.push(context.known)
        return []
      }
    })
    await agent.open()
    agent.update({ sessionUpdate: "tool_call", toolCallId: "t1", title: "bash" })
    agent.askPermission(0, { toolCallId: "t1" })
    agent.update({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" })
    agent.askPermission(1, { toolCallId: "t1" })
    expect(known).toEqual([{ toolCallId: "t1", title: "bash" }, undefined])
  })

  it("a permission handler gets the call as it is known; no answer, or a failure, rejects", async () => {
    const known: Array<unknown> = []
    const agent = wire({
      permissions: (request, context) => {
        known.push(context.known)
        if (request.toolCall.toolCallId === "t2") throw new Error("no")
        return []
      }
    })
    await agent.open()
    agent.update({ sessionUpdate: "tool_call", toolCallId: "t1", title: "bash", kind: "execute", rawInput: {} })
    agent.update({ sessionUpdate: "tool_call_update", toolCallId: "t1", title: null, rawInput: { command: "rm x" } })
    agent.askPermission(0, { toolCallId: "t1", rawInput: {} })
    agent.askPermission(1, { toolCallId: "t2" })
    expect(known).toEqual([
      { toolCallId: "t1", title: "bash", kind: "execute", rawInput: { command: "rm x" } },
      undefined
    ])
    expect(agent.written().slice(2)).toEqual([expect.stringContaining("p-19"), expect.stringContaining("p-19")])
    expect(agent.diagnostics).toMatchObject([{ _tag: "HandlerFailed", method: "session/request_permission" }])
  })
})
