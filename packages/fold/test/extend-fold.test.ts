import type { SessionUpdate } from "@rxacp/core"
import { emptySession, extendFold, type FoldInput, foldSession, restoreSession } from "@rxacp/fold"
import { describe, expect, it } from "vitest"
import { asJson } from "./support/as-json.ts"

interface Values {
  readonly terminal: string
  readonly children: ReadonlyArray<string>
}

const updateOf = (event: FoldInput): SessionUpdate | undefined =>
  "_tag" in event ? (event._tag === "Update" ? event.update : undefined) : event

/** Terminal output that an agent streams in `_meta`, and a vendor's update that names child sessions. */
const fold = extendFold<Values>({
  terminal: (value, event) => {
    const delta = updateOf(event)?._meta?.terminal_output
    return typeof delta === "string" ? (value ?? "") + delta : value
  },
  children: (value, event) => {
    if (!("_tag" in event) || event._tag !== "UnknownUpdate" || event.sessionUpdate !== "_vendor/child") return value
    return [...(value ?? []), String((event.raw as { readonly childId?: unknown }).childId)]
  }
})

const output = (text: string): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  _meta: { terminal_output: text }
})
const child = (childId: string): FoldInput => ({
  _tag: "UnknownUpdate",
  sessionId: "s1",
  sessionUpdate: "_vendor/child",
  raw: { childId },
  seq: 1
})
const notice: SessionUpdate = { sessionUpdate: "notice", severity: "info", title: "n" }
const call: SessionUpdate = { sessionUpdate: "tool_call", toolCallId: "c", title: "t" }

describe("an extended fold", () => {
  const state = [call, output("a"), child("k1"), output("b"), child("k2")].reduce(fold, emptySession())

  it("keeps the user's values beside ours", () => {
    expect(state).toMatchObject({ extensions: { terminal: "ab", children: ["k1", "k2"] } })
    expect([...state.timeline]).toMatchObject([{ toolCallId: "c", _meta: { terminal_output: "b" } }])
  })

  it("gives the same state back when no reducer changed anything", () => {
    expect(fold(state, notice)).toBe(state)
    expect(fold(emptySession({ sessionId: "s2" }), child("k"))).toMatchObject({ extensions: null })
  })

  it("does not show its reducers events of another session", () => {
    const other = emptySession({ sessionId: "s2" })
    expect(fold(other, child("k"))).toBe(other)
  })

  it("the state of an extension starts over when a load starts", () => {
    const loading: FoldInput = { _tag: "LoadStarted", sessionId: "s1", epoch: 1, n: 1 }
    expect(fold(state, loading).extensions).toBeNull()
  })

  it("folds on after a restore", () => {
    expect(fold(restoreSession(asJson(state)), output("c"))).toMatchObject({ extensions: { terminal: "abc" } })
  })

  it("leaves its values alone in a plain fold", () => {
    expect(foldSession(state, child("k3"))).toBe(state)
    expect(foldSession(state, { sessionUpdate: "plan", entries: [] })).toMatchObject({ extensions: { terminal: "ab" } })
  })
})
