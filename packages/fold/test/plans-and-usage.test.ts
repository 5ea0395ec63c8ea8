import type { SessionEvent } from "@rxacp/core"
import { emptySession, type FoldInput, foldSession, turnUsage, type UnstableUpdate } from "@rxacp/fold"
import { describe, expect, it } from "vitest"

const after = (...inputs: ReadonlyArray<FoldInput | UnstableUpdate>) => inputs.reduce(foldSession, emptySession())

describe("plans by id", () => {
  const items = (planId: string, ...contents: ReadonlyArray<string>): UnstableUpdate => ({
    sessionUpdate: "plan_update",
    plan: {
      type: "items",
      planId,
      entries: contents.map((content) => ({ content, priority: "medium", status: "pending" }))
    }
  })
  const file: UnstableUpdate = {
    sessionUpdate: "plan_update",
    plan: { type: "file", planId: "b", uri: "file:///plan.md" }
  }
  const markdown: UnstableUpdate = {
    sessionUpdate: "plan_update",
    plan: { type: "markdown", planId: "a", content: "# x" }
  }

  it("stand side by side, are replaced at their place, and removed", () => {
    const state = after(items("a", "one"), file, markdown)
    expect(state.plans).toEqual([
      { type: "markdown", planId: "a", content: "# x" },
      { type: "file", planId: "b", uri: "file:///plan.md" }
    ])
    expect(state.plan).toBeNull()
    expect(foldSession(state, file)).toBe(state)
    const removed = foldSession(state, { sessionUpdate: "plan_removed", planId: "a" })
    expect(removed.plans.map(({ planId }) => planId)).toEqual(["b"])
    expect(foldSession(removed, { sessionUpdate: "plan_removed", planId: "a" })).toBe(removed)
  })

  it("of an unknown kind change nothing", () => {
    const state = emptySession()
    const odd: unknown = { sessionUpdate: "plan_update", plan: { type: "tree", planId: "a" } }
    expect(foldSession(state, odd as UnstableUpdate)).toBe(state)
  })
})

describe("turnUsage", () => {
  const turn = (number: number, usage?: unknown): ReadonlyArray<SessionEvent> => {
    const stamp = { sessionId: "s", epoch: 1, n: number, turn: number }
    const end = { ...stamp, _tag: "TurnEnded", stopReason: "end_turn", cancelRequested: false } as const
    return [
      { ...stamp, _tag: "TurnStarted", prompt: [] },
      usage === undefined ? end : ({ ...end, usage } as SessionEvent)
    ]
  }
  const used = (totalTokens: number, inputTokens: number, outputTokens: number) => ({
    totalTokens,
    inputTokens,
    outputTokens
  })

  it("is the report, and what came on top of the one before where reports are sums", () => {
    const state = after(...turn(1, used(15, 10, 5)), ...turn(2), ...turn(3, { ...used(40, 30, 10), thoughtTokens: 2 }))
    expect(turnUsage(state)).toEqual({
      reported: { ...used(40, 30, 10), thoughtTokens: 2 },
      difference: { ...used(25, 20, 5), thoughtTokens: 2 }
    })
    expect(turnUsage(state, 1)).toEqual({ reported: used(15, 10, 5), difference: used(15, 10, 5) })
    expect(turnUsage(state, 2)).toBeUndefined()
  })

  it("the usage of a turn is the report where the one before is not part of it", () => {
    const state = after(...turn(1, used(15, 10, 5)), ...turn(2, used(9, 8, 1)))
    expect(turnUsage(state)?.difference).toEqual(used(9, 8, 1))
  })

  it.each([undefined, null, 5, { totalTokens: 1 }, { totalTokens: "1", inputTokens: 1, outputTokens: 1 }])(
    "is nothing for a report of %j",
    (usage) => {
      expect(turnUsage(after(...turn(1, usage)))).toBeUndefined()
    }
  )
})
