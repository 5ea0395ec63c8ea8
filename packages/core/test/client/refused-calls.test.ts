/** Calls that are not written, or not made at all. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { connect, createTransport } from "../../src/index.ts"
import { everything, record, wire } from "../support/wire.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe("a call that nobody subscribes to", () => {
  it("is reported after a second", async () => {
    const agent = wire()
    const { session } = await agent.open()
    session.prompt("go")
    agent.connection.listSessions()
    await vi.advanceTimersByTimeAsync(999)
    expect(agent.diagnostics).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(agent.diagnostics).toEqual([
      { _tag: "NeverSubscribed", method: "session/prompt" },
      { _tag: "NeverSubscribed", method: "session/list" }
    ])
  })

  it("is not reported when it was subscribed in time, also more than once", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const mode = session.setMode("a")
    await vi.advanceTimersByTimeAsync(999)
    record(mode)
    record(mode)
    await vi.advanceTimersByTimeAsync(5000)
    expect(agent.diagnostics).toEqual([])
  })
})

describe("a call that the protocol does not allow", () => {
  it.each([
    ["a relative cwd", { cwd: "project" }, ["cwd"]],
    ["a relative folder beside it", { cwd: "/w", additionalDirectories: ["/x", "y"] }, ["additionalDirectories"]]
  ])("is InvalidCall for %s, and nothing is written", async (_, setup, path) => {
    const agent = wire()
    await agent.open()
    const before = agent.sent().length
    const session = agent.connection.session("s2")
    for (const call of [agent.connection.newSession(setup), session.load(setup), session.resume(setup)]) {
      expect(record<unknown>(call).error).toMatchObject({ _tag: "InvalidCall", path })
    }
    expect(agent.sent()).toHaveLength(before)
  })

  it.each(["/w", "C:\\w", "c:/w", "\\\\host\\share"])("is none for the absolute folder %s", async (cwd) => {
    const agent = wire()
    await agent.open()
    expect(record(agent.connection.open({ cwd })).error).toBeUndefined()
    expect(agent.asked("session/new").params).toMatchObject({ cwd })
  })

  it("is InvalidCall for content that is none, with the place", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const turn = record(session.prompt([{ type: "text" } as never]))
    expect(turn.error).toMatchObject({ _tag: "InvalidCall", method: "session/prompt", path: ["prompt", 0, "text"] })
    expect(agent.sent().some(({ method }) => method === "session/prompt")).toBe(false)
  })
})

describe("the pages of session/list", () => {
  it("end with InvalidResult when a cursor comes again", () => {
    const agent = wire()
    const pages = record(agent.connection.listSessions())
    agent.answer("initialize", everything)
    agent.answer("session/list", { sessions: [], nextCursor: "a" })
    agent.answer("session/list", { sessions: [], nextCursor: "b" })
    agent.answer("session/list", { sessions: [], nextCursor: "a" })
    expect(pages.values).toHaveLength(3)
    expect(pages.error).toMatchObject({ _tag: "InvalidResult", method: "session/list", path: ["nextCursor"] })
    const asked = agent.sent().flatMap(({ method, params }) => (method === "session/list" ? [params?.cursor] : []))
    expect(asked).toEqual([undefined, "a", "b"])
  })

  it("start anew with each subscription", () => {
    const agent = wire()
    const list = agent.connection.listSessions()
    for (const run of [1, 2]) {
      const pages = record(list)
      if (run === 1) agent.answer("initialize", everything)
      agent.answer("session/list", { sessions: [], nextCursor: "a" })
      agent.answer("session/list", { sessions: [] })
      expect(pages).toMatchObject({ completed: true, error: undefined })
    }
  })
})

describe("what is refused before anything runs", () => {
  it("is a second connection on a transport, also on a copy of it", () => {
    const { transport } = wire()
    const info = { name: "test", version: "0" }
    expect(() => connect(transport, { info })).toThrow(TypeError)
    expect(() => connect({ ...transport }, { info })).toThrow(/has a connection already/)
  })

  it("is a transport without the journal that it requires", () => {
    const ends = { source: (async function* () {})(), write: () => {}, close: () => {} }
    expect(() => createTransport(ends, { requireJournal: true })).toThrow(TypeError)
    expect(() => createTransport(ends, { requireJournal: true, journal: { append: () => {} } })).not.toThrow()
  })
})
