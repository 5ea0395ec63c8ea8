import { firstValueFrom, NEVER, Observable } from "rxjs"
import { describe, expect, it, vi } from "vitest"
import { ConnectionClosed, JournalFailed } from "../../src/index.ts"
import type { Journal, JournalRecord } from "../../src/replay/index.ts"
import { everything, record, settled, wire } from "../support/wire.ts"

/** A journal that fails at the first decision of a type, a moment later, as a full disk does. */
const failsAt = (type: string): Journal => ({
  append: async (records) => {
    if (records.some((entry) => entry.direction === "local" && entry.decision.type === type)) throw new Error("full")
  }
})

/** Connects through a journal and opens a session. */
const opened = async (journal: Journal, options: { readonly maxOutgoingBytes?: number } = {}) => {
  const agent = wire({ transport: { journal, ...options } })
  const session = agent.connection.session("s1")
  const events = record(session.events)
  const initialized = firstValueFrom(agent.connection.initialize())
  await settled()
  agent.answer("initialize", everything)
  await initialized
  return { agent, session, events }
}

describe("a journal that fails", () => {
  it("a failing journal fails the calls that it could not record", () => {
    const journal: Journal = {
      append: () => {
        throw new Error("full")
      }
    }
    const { connection } = wire({ transport: { journal } })
    expect(record(connection.initialize()).error).toBeInstanceOf(JournalFailed)
  })

  it("a turn whose start can't be recorded fails, without an event", async () => {
    const { session, events } = await opened(failsAt("turnStarted"))
    const turn = record(session.prompt("go"))
    await settled()
    expect(turn).toMatchObject({ values: [], error: expect.any(JournalFailed) })
    expect(events).toMatchObject({ values: [], completed: true })
  })

  it("a turn whose failure can't be recorded fails", async () => {
    const { session } = await opened(failsAt("turnFailed"), { maxOutgoingBytes: 1_000 })
    const turn = record(session.prompt("x".repeat(1_000)))
    await settled()
    expect(turn.error).toBeInstanceOf(JournalFailed)
    expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "TurnFailed"])
  })

  it("a load whose start can't be recorded fails", async () => {
    const { session } = await opened(failsAt("loadStarted"))
    const load = record(session.load({ cwd: "/w" }))
    await settled()
    expect(load).toMatchObject({ values: [], error: expect.any(JournalFailed) })
  })

  it("a journal that fails during an event still ends the turn in the events", async () => {
    const journal: Journal = {
      append: (records) => {
        if (records.some((entry) => entry.direction === "out" && entry.text.includes("now"))) throw new Error("full")
      }
    }
    const agent = wire({ transport: { journal } })
    const { session } = await agent.open()
    session.events.subscribe(({ _tag }) => {
      if (_tag === "TurnStarted") agent.connection.notify("_vendor/now")
    })
    const events = record(session.events)
    const turn = record(session.prompt("go"))
    expect(turn.error).toBeInstanceOf(JournalFailed)
    expect(events.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "TurnFailed"])
    expect(events.completed).toBe(true)
  })
})

it("unsubscribing calls and loads raises nothing while the end of the connection is being recorded", async () => {
  const open: Array<() => void> = []
  const ended = (entry: JournalRecord): boolean => entry.direction === "local" && entry.decision.type === "ended"
  const letGo = vi.fn(() => {
    for (const unsubscribe of open) unsubscribe()
  })
  const { agent, session } = await opened({
    append: (records) => {
      if (records.some(ended)) letGo()
    }
  })
  open.push(record(session.load({ cwd: "/w" })).unsubscribe, record(agent.connection.request("_vendor/x")).unsubscribe)
  agent.transport.finish()
  await firstValueFrom(agent.connection.ended)
  expect(letGo).toHaveReturnedTimes(1)
})

describe("a session that was closed", () => {
  it("closing a session fails the load that runs", async () => {
    const agent = wire()
    const { session } = await agent.open()
    const load = record(session.load({ cwd: "/w" }))
    record(agent.connection.closeSession("s1"))
    agent.answer("session/close", {})
    expect(load.error).toBeInstanceOf(ConnectionClosed)
  })

  it("a closed session writes no prompt that waited for the turn before, and no later one", async () => {
    const agent = wire()
    const { session } = await agent.open()
    record(session.prompt("one")).unsubscribe()
    const two = record(session.prompt("two"))
    record(agent.connection.closeSession("s1"))
    agent.answer("session/close", {})
    const three = record(session.prompt("three"))
    expect([two.error, three.error]).toEqual([expect.any(ConnectionClosed), expect.any(ConnectionClosed)])
    expect(agent.sent().filter(({ method }) => method === "session/prompt")).toHaveLength(1)
  })
})

it("the end of a connection stops the handler of a notification that still runs", async () => {
  const stopped = vi.fn()
  const agent = wire({ handlers: { "_vendor/x": () => new Observable<never>(() => stopped) } })
  await agent.open()
  agent.say({ jsonrpc: "2.0", method: "_vendor/x" })
  expect(stopped).not.toHaveBeenCalled()
  await agent.connection.close()
  expect(stopped).toHaveBeenCalledTimes(1)
})

it("the end of a connection stops both answers when an agent used one id twice at once", async () => {
  const stopped: Array<unknown> = []
  const answer = (params: unknown) => new Observable<never>(() => () => stopped.push(params))
  const agent = wire({ handlers: { "_vendor/x": answer, "_vendor/y": () => NEVER } })
  await agent.open()
  agent.say({ jsonrpc: "2.0", id: 7, method: "_vendor/x", params: "one" })
  agent.say({ jsonrpc: "2.0", id: 7, method: "_vendor/x", params: "two" })
  await agent.connection.close()
  expect(stopped).toEqual(["one", "two"])
})
