/** Budgets of a turn, in the operator and in a connection: tool calls, tokens, cost. */
import { connect, limitReply, type ReplyLimits, type SessionEvent, type SessionUpdate } from "@rxacp/core"
import { say, scriptedAgent, toolCall, usage } from "@rxacp/core/testing"
import { concatMap, from, lastValueFrom, toArray } from "rxjs"
import { describe, expect, it } from "vitest"

const call = (toolCallId: string, status?: "completed"): SessionUpdate =>
  status === undefined
    ? { sessionUpdate: "tool_call", toolCallId, title: toolCallId }
    : { sessionUpdate: "tool_call_update", toolCallId, status }

const used = (tokens: number, amount?: number): SessionUpdate => ({
  sessionUpdate: "usage_update",
  used: tokens,
  size: 1_000,
  ...(amount !== undefined && { cost: { amount, currency: "USD" } })
})

/** The events of turns of these updates. */
const turns = (...updates: ReadonlyArray<ReadonlyArray<SessionUpdate>>): ReadonlyArray<SessionEvent> => {
  let n = 0
  const stamp = () => {
    n += 1
    return { sessionId: "s1", epoch: 1, n, seq: n }
  }
  return updates.flatMap((turn, place) => [
    { _tag: "TurnStarted", turn: place + 1, prompt: [], ...stamp() } as const,
    ...turn.map((update) => ({ _tag: "Update", phase: "turn", update, ...stamp() }) as const),
    { _tag: "TurnEnded", turn: place + 1, stopReason: "end_turn", cancelRequested: false, ...stamp() } as const
  ])
}

const limited = async (limits: ReplyLimits, events: ReadonlyArray<SessionEvent>) => {
  const cancelled: Array<string> = []
  const operator = limitReply(limits, { cancel: (sessionId) => cancelled.push(sessionId) })
  const passed = await lastValueFrom(from(events).pipe(operator, toArray()))
  return { cancelled, tags: passed.map(({ _tag }) => _tag), passed }
}

describe("a budget of tool calls", () => {
  it("maxToolCalls counts each call once and leaves out the first one over it", async () => {
    const events = turns([call("a"), call("a", "completed"), call("b"), call("b", "completed"), call("c"), call("a")])
    const { cancelled, tags, passed } = await limited({ maxToolCalls: 2 }, events)
    expect(tags).toEqual(["TurnStarted", "Update", "Update", "Update", "Update", "Overflow", "TurnEnded"])
    expect(passed.at(-2)).toMatchObject({ limit: "maxToolCalls", max: 2, seq: 6 })
    expect(passed.at(-1)).toMatchObject({ omitted: { updates: 2, bytes: 0 } })
    expect(cancelled).toEqual(["s1"])
  })
})

describe("a budget of tokens or cost", () => {
  it.each([
    ["maxTokens", { maxTokens: 100 }, [used(100), used(101), used(102)]],
    ["maxCost", { maxCost: 0.5 }, [used(1, 0.5), used(2, 0.75), used(3, 0.8)]]
  ] as const)("a budget delivers the report that passes %s and nothing after it", async (limit, limits, updates) => {
    const { cancelled, tags, passed } = await limited(limits, turns(updates))
    expect(tags).toEqual(["TurnStarted", "Update", "Update", "Overflow", "TurnEnded"])
    expect(passed.at(-2)).toMatchObject({ limit, seq: 3 })
    expect(passed.at(-1)).not.toHaveProperty("unreported")
    expect(cancelled).toEqual(["s1"])
  })

  it("maxCost does not count what the session had cost before the turn", async () => {
    const { cancelled } = await limited({ maxCost: 0.5 }, turns([used(1, 0.4)], [used(2, 0.8)], [used(3, 1.4)]))
    expect(cancelled).toEqual(["s1"])
  })

  it("a budget that the agent reported nothing about is named as unreported, and does not stop the turn", async () => {
    const { cancelled, passed } = await limited({ maxTokens: 1, maxCost: 1 }, turns([call("a")], [used(1)]))
    expect(cancelled).toEqual([])
    const ends = passed.filter(({ _tag }) => _tag === "TurnEnded")
    expect(ends.map((end) => "unreported" in end && end.unreported)).toEqual([["maxTokens", "maxCost"], ["maxCost"]])
  })
})

it("a connection cancels a turn that passes a budget, and names what was not reported", async () => {
  const agent = scriptedAgent({ turns: [[toolCall({ toolCallId: "a", title: "A" }), usage(7, 100), say("more")]] })
  const connection = connect(agent, {
    info: { name: "t", version: "0" },
    limits: { reply: { maxTokens: 5, maxCost: 1 } }
  })
  const turn = connection.open({ cwd: "/" }).pipe(concatMap((session) => session.prompt("go")))
  const events = await lastValueFrom(turn.pipe(toArray()))
  await connection.close()
  expect(events.find(({ _tag }) => _tag === "Overflow")).toMatchObject({ limit: "maxTokens", max: 5 })
  expect(events.at(-1)).toMatchObject({ _tag: "TurnEnded", cancelRequested: true, unreported: ["maxCost"] })
})
