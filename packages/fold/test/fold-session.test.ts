import { AgentExited, type SessionUpdate } from "@rxacp/core"
import { emptySession, type FoldInput, foldSession, MAX_ANOMALIES, restoreSession, toolCall } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"

const stamp = { sessionId: "s1", epoch: 1, n: 1 }
const after = (...inputs: ReadonlyArray<FoldInput>) => inputs.reduce(foldSession, emptySession())

describe("a failed turn", () => {
  it("keeps an Error as plain data that survives JSON and a structured clone", () => {
    const failure = new AgentExited({ code: 3, signal: null, stderrTail: "boom", phase: "running" })
    const state = after(
      { ...stamp, _tag: "TurnStarted", turn: 1, prompt: [] },
      { ...stamp, _tag: "TurnFailed", turn: 1, failure }
    )
    expect(state.turns[0]?.failure).toEqual(failure.toJSON())
    expect(structuredClone(state).turns).toEqual(state.turns)
    expect(asJson(state).turns).toEqual(state.turns)
  })
})

describe("anomalies", () => {
  it("are the last ones, and all are counted", () => {
    const back = (status: "completed" | "pending"): SessionUpdate => ({
      sessionUpdate: "tool_call_update",
      toolCallId: "c",
      status
    })
    const inputs = Array.from({ length: MAX_ANOMALIES + 5 }, () => [back("completed"), back("pending")]).flat()
    const state = after({ sessionUpdate: "tool_call", toolCallId: "c", title: "t" }, ...inputs)
    expect(state.anomalies).toHaveLength(MAX_ANOMALIES)
    expect(state.anomalyCount).toBe(MAX_ANOMALIES + 5)
  })
})

describe("what changes nothing", () => {
  it.each(["Tomorrow", "toString", "constructor", "__proto__"])("is an event with the tag %s", (tag) => {
    const state = emptySession()
    // An event of a later version, as a journal or another process may hand it on.
    expect(foldSession(state, JSON.parse(JSON.stringify({ ...stamp, _tag: tag })))).toBe(state)
  })

  it("is a mode that is said again under its other name", () => {
    const alias = JSON.parse('{ "sessionUpdate": "current_mode_update", "modeId": "code" }')
    const state = after(alias)
    expect(state.anomalies).toEqual([{ kind: "modeIdAlias", modeId: "code" }])
    expect(foldSession(state, alias)).toBe(state)
  })
})

describe("a permission request with an id past 2^53", () => {
  const id = 2n ** 53n + 1n
  const request = { sessionId: "s1", toolCall: { toolCallId: "c" }, options: [] }
  const asked = after({ ...stamp, _tag: "PermissionRequested", id, request })

  it("is still answered after it went through JSON", () => {
    const restored = restoreSession(asJson(asked))
    expect(restored.pendingPermissions).toEqual([{ id, request }])
    const outcome = { outcome: "cancelled" as const }
    const answered = foldSession(restored, { ...stamp, _tag: "PermissionResolved", id, outcome, by: "cancel" })
    expect(answered.pendingPermissions).toEqual([])
  })
})

describe("restoreSession", () => {
  it("takes the text of a serialised session", () => {
    const state = after({ sessionUpdate: "tool_call", toolCallId: "c", title: "t" })
    expect(toolCall(restoreSession(JSON.stringify(asJson(state))), "c")?.title).toBe("t")
  })

  it("refuses what it does not know", () => {
    expect(() => restoreSession(JSON.stringify({ ...asJson(emptySession()), version: 2 }))).toThrow(TypeError)
    expect(() => restoreSession("{")).toThrow(SyntaxError)
  })
})

describe("deeply nested values", () => {
  it("do not overflow the stack, however often they are repeated", () => {
    const nested = (): unknown => {
      let value: unknown = 1
      for (let depth = 0; depth < 100_000; depth += 1) value = [value]
      return value
    }
    const call = (): SessionUpdate => ({
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "t",
      rawInput: { deep: nested() }
    })
    expect(toolCall(after(call(), call()), "c")?.title).toBe("t")
  })
})
