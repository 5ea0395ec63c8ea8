/** What a connection uses of the unstable protocol, and what it does not without being asked. */
import { emptySessions, foldSessions, subagents } from "@rxacp/fold"
import { from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { CapabilityMissing, type ConnectOptions, type Session, type SessionEvent } from "../../../src/index.ts"
import type { JournalRecord } from "../../../src/journal/record.ts"
import { replayJournal } from "../../../src/replay/index.ts"
import { everything, record, settled, wire } from "../../support/wire.ts"

const unstable = { unstable: true } as const
const child = { sessionUpdate: "subagent_update", sessionId: "k", title: "K", state: { state: "running" } }

/** The first request of a method that was written. */
const sent = (agent: ReturnType<typeof wire>, method: string) => agent.sent().find((line) => line.method === method)

const opened = async (options: Partial<ConnectOptions>) => {
  const agent = wire(options)
  const { session, events } = await agent.open()
  return { agent, session, events }
}

describe("what is declared", () => {
  const declared = async (options: Partial<ConnectOptions>) => {
    const { agent } = await opened(options)
    return sent(agent, "initialize")?.params?.clientCapabilities as Record<string, unknown>
  }

  it("nothing unstable is declared without the option", async () => {
    const capabilities = await declared({})
    expect(capabilities).not.toHaveProperty("subagents")
    expect(capabilities).not.toHaveProperty("plan")
    expect(capabilities).not.toHaveProperty("_meta")
  })

  it("what is declared follows from the features, beside what the caller advertises", async () => {
    expect(await declared({ ...unstable, capabilities: { _meta: { own: 1 } } })).toMatchObject({
      subagents: {},
      plan: {},
      _meta: { own: 1, terminal_output: true }
    })
    expect(await declared({ unstable: ["plans"] })).not.toHaveProperty("subagents")
  })

  it("an unknown feature name throws", () => {
    expect(() => wire({ unstable: ["plan" as "plans"] })).toThrow(RangeError)
  })
})

describe("updates", () => {
  const updatesOf = (events: ReadonlyArray<SessionEvent>) => events.map(({ _tag }) => _tag)

  it("unstable updates stay unknown without the option", async () => {
    const { agent, events } = await opened({})
    agent.update(child)
    await settled()
    expect(updatesOf(events)).toContain("UnknownUpdate")
  })

  it("unstable updates are read with the option, and fold to the child's session", async () => {
    const { agent, events } = await opened(unstable)
    agent.update(child)
    agent.update({ sessionUpdate: "subagent_update", title: "without a session" })
    await settled()
    expect(updatesOf(events).slice(-2)).toEqual(["Update", "InvalidUpdate"])
    const sessions = events.reduce(foldSessions, emptySessions())
    const main = sessions.get("s1")
    expect(main && subagents(main)).toMatchObject([{ sessionId: "k", title: "K", activity: "working" }])
    expect(sessions.get("k")?.parentSessionId).toBe("s1")
  })

  it("only unstable updates of the named features are read", async () => {
    const { agent, events } = await opened({ unstable: ["plans"] })
    agent.update(child)
    agent.update({ sessionUpdate: "plan_update", plan: { type: "markdown", planId: "p", content: "# x" } })
    await settled()
    expect(updatesOf(events).slice(-2)).toEqual(["UnknownUpdate", "Update"])
  })
})

describe("calls", () => {
  it("unstable calls fail and write nothing where the option or the agent's capability is missing", async () => {
    for (const options of [{}, unstable]) {
      const { agent, session } = await opened(options)
      const calls = session.unstable
      for (const source of [calls.fork({ cwd: "/w" }), calls.steer("x"), calls.setModel("m"), calls.setTitle("t")]) {
        expect(record(source).error).toBeInstanceOf(CapabilityMissing)
      }
      const methods = agent.sent().map(({ method }) => method)
      expect(methods).toEqual(["initialize", "session/new"])
    }
  })

  it("unstable calls are written for an agent that supports them, and a fork is a session of its own", async () => {
    const agent = wire(unstable)
    let session: Session | undefined
    agent.connection.open({ cwd: "/w" }).subscribe((each) => {
      session = each
    })
    const sessionCapabilities = { fork: {}, title: {}, archive: {}, status: {} }
    agent.answer("initialize", {
      ...everything,
      agentCapabilities: { ...everything.agentCapabilities, sessionCapabilities },
      _meta: { steering: { supported: true } }
    })
    const models = { currentModelId: "a", availableModels: [{ modelId: "a" }, { modelId: "b" }] }
    agent.answer("session/new", { sessionId: "s1", models })
    const calls = session?.unstable
    expect(calls?.models).toEqual(models)
    if (calls === undefined) return

    const forked = record(calls.fork({ cwd: "/w" }))
    agent.answer("session/fork", { sessionId: "s2", modes: { currentModeId: "m", availableModes: [] } })
    expect(forked.values.map(({ id, opened }) => [id, opened?.modes?.currentModeId])).toEqual([["s2", "m"]])
    const status = record(calls.status())
    agent.answer("session/status", { status: "open" })
    expect(status.values).toEqual(["open"])
    for (const source of [calls.steer("left"), calls.setModel("b"), calls.setTitle("t"), calls.archive()])
      record(source)
    const written = agent.sent().slice(-4)
    expect(written.map(({ method, params }) => [method, params])).toEqual([
      ["_session/steering", { sessionId: "s1", prompt: [{ type: "text", text: "left" }] }],
      ["session/set_model", { sessionId: "s1", modelId: "b" }],
      ["session/set_title", { sessionId: "s1", title: "t" }],
      ["session/archive", { sessionId: "s1" }]
    ])
  })
})

it("a replay reads what the recorded connection read", async () => {
  const records: Array<JournalRecord> = []
  const agent = wire({ ...unstable, transport: { journal: { append: (more) => void records.push(...more) } } })
  const { events } = await agent.open()
  agent.update(child)
  await settled()
  const replayed = await lastValueFrom(replayJournal(from(records)).pipe(toArray()))
  expect(replayed.filter(({ _tag }) => _tag === "Update")).toEqual(events.filter(({ _tag }) => _tag === "Update"))
  expect(replayed.filter(({ _tag }) => _tag === "Update")).toHaveLength(1)
})
