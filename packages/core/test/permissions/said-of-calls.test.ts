import { describe, expect, it } from "vitest"
import { ruleApplies } from "../../src/permissions/permission-rule.ts"
import { MAX_SAID_BYTES, SaidOfCalls } from "../../src/permissions/said-of-calls.ts"

const allows = (said: SaidOfCalls, toolCallId: string) =>
  ruleApplies(
    { match: { kind: "read" }, answer: "allow" },
    { sessionId: "s", toolCall: { toolCallId, kind: "read" }, options: [] },
    { sessionId: "s", said: said.of(toolCallId) }
  )
const rejects = (said: SaidOfCalls, toolCallId: string) =>
  ruleApplies(
    { match: { kind: "execute" }, answer: "reject" },
    { sessionId: "s", toolCall: { toolCallId, kind: "read" }, options: [] },
    { sessionId: "s", said: said.of(toolCallId) }
  )

describe("what was said of calls", () => {
  it("counts also when something else is said later", () => {
    const said = new SaidOfCalls()
    said.add({ toolCallId: "c", kind: "execute", title: "rm", locations: [{ path: "/etc" }] })
    said.add({ toolCallId: "c", kind: "read", title: "ls", locations: [{ path: "/ws" }], status: "completed" })
    expect(said.of("c")).toEqual({
      kinds: ["execute", "read"],
      titles: ["rm", "ls"],
      names: [],
      paths: ["/etc", "/ws"],
      hasText: false,
      forgotten: false
    })
    expect(allows(said, "c")).toBe(false)
    expect(rejects(said, "c")).toBe(true)
  })

  it("is still known a thousand calls later", () => {
    const said = new SaidOfCalls()
    said.add({ toolCallId: "c", kind: "execute" })
    for (let call = 0; call < 5_000; call += 1) said.add({ toolCallId: `d${call}`, kind: "read", title: "t" })
    expect(allows(said, "c")).toBe(false)
    expect(allows(said, "d7")).toBe(true)
    expect(rejects(said, "d7")).toBe(false)
  })

  it("is bounded, and what was let go of counts as unknown", () => {
    const said = new SaidOfCalls()
    const title = "t".repeat(10_000)
    for (let call = 0; call < 2_000; call += 1) said.add({ toolCallId: `c${call}`, kind: "read", title })
    expect(said.bytes).toBeLessThanOrEqual(MAX_SAID_BYTES)
    expect(said.of("c0")).toMatchObject({ kinds: [], forgotten: true })
    expect(said.of("c1999")).toMatchObject({ kinds: ["read"], forgotten: false })
    expect(allows(said, "c0")).toBe(false)
    expect(rejects(said, "c0")).toBe(true)
    said.add({ toolCallId: "c0", kind: "read" })
    expect(allows(said, "c0")).toBe(false)
    expect(
      ruleApplies(
        { answer: "allow" },
        { sessionId: "s", toolCall: { toolCallId: "c0" }, options: [] },
        { sessionId: "s", said: said.of("c0") }
      )
    ).toBe(true)
  })

  it("is let go of when one call says too much", () => {
    const said = new SaidOfCalls()
    for (let update = 0; update < 100; update += 1) {
      said.add({ toolCallId: "c", locations: [{ path: `/${update}/${"x".repeat(5_000)}` }] })
    }
    expect(said.bytes).toBeLessThan(300_000)
    expect(said.of("c").forgotten).toBe(true)
  })

  it("updates that say nothing about what a call does are not kept", () => {
    const said = new SaidOfCalls()
    said.add({
      toolCallId: "c",
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: "x" } }]
    })
    expect(said.bytes).toBe(0)
  })
})
