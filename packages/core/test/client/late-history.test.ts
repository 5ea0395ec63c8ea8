/** Loads of agents that answer before their history is out. */
import { readFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { SessionEvent } from "../../src/index.ts"
import { parseTrace } from "../../src/testing/index.ts"
import { record, wire } from "../support/wire.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tags = (events: ReadonlyArray<SessionEvent>) =>
  events.map((event) => ("phase" in event ? `${event._tag} ${event.phase}` : event._tag))

const loading = async (quiet?: number) => {
  const agent = wire()
  await agent.open()
  const session = agent.connection.session("s9")
  const load = record(session.load({ cwd: "/w" }, quiet === undefined ? {} : { quiet }))
  return { agent, session, load }
}

describe("a load with quiet", () => {
  it("ends once no update has come for so long since the answer, and takes what comes late for history", async () => {
    const { agent, load } = await loading(500)
    agent.text("old one", {}, "s9")
    agent.answer("session/load", { modes: { currentModeId: "a", availableModes: [] } })
    await vi.advanceTimersByTimeAsync(499)
    agent.text("old two", {}, "s9")
    await vi.advanceTimersByTimeAsync(499)
    expect(load.completed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(tags(load.values)).toEqual(["LoadStarted", "Update replay", "Update replay", "LoadEnded"])
    expect(load.values.at(-1)).toMatchObject({ ok: true, modes: { currentModeId: "a" } })
    expect(load.completed).toBe(true)
  })

  it("does not count the time before the answer", async () => {
    const { agent, load } = await loading(500)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(load.completed).toBe(false)
    agent.answer("session/load", {})
    await vi.advanceTimersByTimeAsync(499)
    expect(load.completed).toBe(false)
  })

  it("that is refused fails at once", async () => {
    const { agent, load } = await loading(500)
    agent.refuse("session/load", -32603)
    expect(load.values.at(-1)).toMatchObject({ _tag: "LoadEnded", ok: false })
    expect(load.error).toBeDefined()
  })

  it("keeps a prompt out until it has ended", async () => {
    const { agent, session, load } = await loading(500)
    agent.answer("session/load", {})
    expect(record(session.prompt("now")).error).toMatchObject({ _tag: "TurnInProgress" })
    await vi.advanceTimersByTimeAsync(500)
    expect(load.completed).toBe(true)
    const turn = record(session.prompt("now"))
    expect(turn.error).toBeUndefined()
    expect(agent.asked("session/prompt").params).toMatchObject({ sessionId: "s9" })
  })

  it("stands still while delivery is held", async () => {
    const { agent, load } = await loading(500)
    agent.answer("session/load", {})
    const release = agent.transport.flow.hold()
    await vi.advanceTimersByTimeAsync(5000)
    expect(load.completed).toBe(false)
    release()
    await vi.advanceTimersByTimeAsync(500)
    expect(load.completed).toBe(true)
  })

  it("ends with the answer without the option", async () => {
    const { agent, load } = await loading()
    agent.answer("session/load", {})
    expect(load.completed).toBe(true)
  })
})

describe("the recorded load of gemini-cli 0.61 whose history comes late", () => {
  const file = new URL("../../../../test/traces/gemini-cli-0.61-load-late.ndjson", import.meta.url)
  const said = parseTrace(readFileSync(file, "utf8")).flatMap((entry) =>
    entry.from === "agent" ? [JSON.parse(entry.line)] : []
  )
  const sessionId = said.find(({ method }) => method === "session/update").params.sessionId
  const answerOf = (id: number) => said.findIndex((message) => message.id === id)
  /** Two chunks and the answer are the next turn; all before is history. */
  const turnAt = answerOf(3) - 2

  it("gives LoadEnded after the late history with quiet, and the next prompt emits none of it", async () => {
    const agent = wire()
    await agent.open()
    const session = agent.connection.session(sessionId)
    const load = record(session.load({ cwd: "/home/user/project" }, { quiet: 500 }))
    for (const message of said.slice(answerOf(1) + 1, answerOf(2))) agent.say(message)
    agent.answer("session/load", said[answerOf(2)].result)
    for (const message of said.slice(answerOf(2) + 1, turnAt)) {
      await vi.advanceTimersByTimeAsync(400)
      agent.say(message)
    }
    expect(load.completed).toBe(false)
    await vi.advanceTimersByTimeAsync(500)
    expect(load.values.at(-1)).toMatchObject({ _tag: "LoadEnded", ok: true })
    const history = turnAt - answerOf(1) - 2
    expect(tags(load.values)).toEqual(["LoadStarted", ...Array(history).fill("Update replay"), "LoadEnded"])

    const turn = record(session.prompt("another"))
    for (const message of said.slice(turnAt, answerOf(3))) agent.say(message)
    agent.answer("session/prompt", said[answerOf(3)].result)
    expect(tags(turn.values)).toEqual(["TurnStarted", "Update turn", "Update turn", "TurnEnded"])
    expect(turn.values.flatMap((event) => (event._tag === "Update" ? [event.update] : []))).toMatchObject([
      { content: { text: "Second " } },
      { content: { text: "answer." } }
    ])
  })
})
