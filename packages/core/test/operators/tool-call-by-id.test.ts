import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toolCallById } from "../../src/operators/tool-call-by-id.ts"
import type { ToolCallUpdate } from "../../src/schema/index.ts"
import { patchToolCall } from "../../src/session/patch-tool-call.ts"
import type { SessionEvent } from "../../src/session/session-event.ts"
import { marbles } from "../support/marbles.ts"
import { turnEnded, updated } from "../support/session-events.ts"

const patch = (fields: Partial<ToolCallUpdate>, toolCallId = "t1") =>
  updated({ sessionUpdate: "tool_call_update", toolCallId, ...fields })
const asked = (toolCall: Partial<ToolCallUpdate>): SessionEvent => ({
  _tag: "PermissionRequested",
  sessionId: "s1",
  epoch: 1,
  n: 1,
  id: 0,
  request: { sessionId: "s1", toolCall: { toolCallId: "t1", ...toolCall }, options: [] }
})

describe("patchToolCall", () => {
  const known: ToolCallUpdate = { toolCallId: "t1", title: "T", kind: "edit", locations: [{ path: "/a" }], rawInput: 1 }

  it("leaves alone what is missing or null, and then returns the call itself", () => {
    expect(patchToolCall(known, { toolCallId: "t1" })).toBe(known)
    expect(patchToolCall(known, { toolCallId: "t1", title: null, kind: null, locations: null, rawInput: null })).toBe(
      known
    )
  })

  it("replaces values and whole lists, with empty and false ones too", () => {
    expect(patchToolCall(known, { toolCallId: "t1", title: "", locations: [], rawInput: false })).toEqual({
      ...known,
      title: "",
      locations: [],
      rawInput: false
    })
  })

  it("takes the first word about a call as the call", () => {
    expect(
      patchToolCall(undefined, { sessionUpdate: "tool_call", toolCallId: "t1", title: "T", kind: null } as never)
    ).toEqual({
      toolCallId: "t1",
      title: "T"
    })
  })

  it("gives each field its last value, and changes no argument", () => {
    const value = fc.option(fc.string(), { nil: null })
    const patches = fc.array(fc.record({ title: value, name: value, rawOutput: value }, { requiredKeys: [] }))
    fc.assert(
      fc.property(patches, (all) => {
        const before = structuredClone(all)
        const call = all.reduce<ToolCallUpdate>(
          (each, fields) => patchToolCall(each, { toolCallId: "t1", ...fields }),
          {
            toolCallId: "t1"
          }
        )
        for (const field of ["title", "name", "rawOutput"] as const) {
          expect(call[field] ?? null).toBe(all.findLast((fields) => typeof fields[field] === "string")?.[field] ?? null)
        }
        expect(all).toEqual(before)
      })
    )
  })
})

describe("toolCallById", () => {
  it(
    "emits the call as patched so far, once for each report that says something of it",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const events: Record<string, SessionEvent> = {
        a: updated({ sessionUpdate: "tool_call", toolCallId: "t1", title: "T", status: "pending" }),
        b: patch({ status: "in_progress", rawInput: { command: "ls" } }),
        c: patch({ title: null, content: null }),
        d: patch({ status: "failed" }, "t2"),
        e: updated({ sessionUpdate: "tool_call", toolCallId: "t1", title: "T2" }),
        f: turnEnded()
      }
      const a = { toolCallId: "t1", title: "T", status: "pending" }
      const b = { ...a, status: "in_progress", rawInput: { command: "ls" } }
      const source = cold("  a-b-c-d-e-f-|", events)
      const subscription = " ^-----------!"
      const expected = "     a-b-----e---|"
      expectObservable(source.pipe(toolCallById("t1"))).toBe(expected, { a, b, e: { ...b, title: "T2" } })
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )

  it(
    "learns of an unknown call from an update or a permission request, which patches no known one",
    marbles(({ cold, expectObservable }) => {
      const events: Record<string, SessionEvent> = {
        q: asked({ title: "Q" }),
        r: asked({ title: "R", status: "pending" }),
        s: patch({ status: "completed" })
      }
      const values = {
        q: { toolCallId: "t1", title: "Q" },
        s: { toolCallId: "t1", title: "Q", status: "completed" },
        t: { toolCallId: "t1", status: "completed" }
      }
      expectObservable(cold("q-r-s", events).pipe(toolCallById("t1"))).toBe("q---s", values)
      expectObservable(cold("s-q", events).pipe(toolCallById("t1"))).toBe("  t--", values)
    })
  )

  it(
    "starts over when the session is loaded, and passes an error",
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const events: Record<string, SessionEvent> = {
        a: patch({ title: "T", status: "completed" }),
        l: { _tag: "LoadStarted", sessionId: "s1", epoch: 1, n: 1 },
        b: patch({ title: "U" })
      }
      const source = cold("  a-l-b-#", events)
      const subscription = " ^-----!"
      const expected = "     a---b-#"
      expectObservable(source.pipe(toolCallById("t1"))).toBe(expected, {
        a: { toolCallId: "t1", title: "T", status: "completed" },
        b: { toolCallId: "t1", title: "U" }
      })
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  )
})
