import { decodeSessionUpdate, type MalformedUpdate } from "@rxacp/core"
import { describe, expect, it } from "vitest"
import { orThrow } from "../../../src/internal/result.ts"

const decode = (raw: unknown) => orThrow(decodeSessionUpdate(raw))
const fail = (raw: unknown): MalformedUpdate => {
  const decoded = decodeSessionUpdate(raw)
  if (decoded._tag === "Failure") return decoded.failure
  throw new Error("it was accepted")
}
const chunk = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "a" } }

describe("decodeSessionUpdate", () => {
  it("hands a clean update on as it is, unknown fields and all", () => {
    const raw = { ...chunk, vendor: 1, content: { ...chunk.content, more: [] } }
    expect(decode(raw)).toEqual({ _tag: "Update", update: raw })
    expect(decode(raw)).toHaveProperty(
      "update",
      expect.toSatisfy((update) => update === raw)
    )
  })

  it("keeps unknown fields when it repairs others", () => {
    expect(decode({ ...chunk, messageId: 7, vendor: 1 })).toEqual({
      _tag: "Update",
      update: { ...chunk, vendor: 1 },
      issues: [{ path: ["messageId"], kind: "dropped", raw: 7 }]
    })
  })

  it("keeps an update of an unknown kind", () => {
    const raw = { sessionUpdate: "toString", x: 1 }
    expect(decode(raw)).toEqual({ _tag: "UnknownUpdate", sessionUpdate: "toString", raw })
  })

  it("keeps content of an unknown type, also in lists", () => {
    const video = { type: "video", url: "u" }
    expect(decode({ ...chunk, content: video })).toEqual({
      _tag: "Update",
      update: { ...chunk, content: { type: "unknown", tag: "video", raw: video } },
      issues: [{ path: ["content", "type"], kind: "unknownWord", raw: "video" }]
    })
    expect(decode({ sessionUpdate: "tool_call_update", toolCallId: "c", content: [video, { type: "diff" }] })).toEqual({
      _tag: "Update",
      update: {
        sessionUpdate: "tool_call_update",
        toolCallId: "c",
        content: [{ type: "unknown", tag: "video", raw: video }]
      },
      issues: [
        { path: ["content", 0, "type"], kind: "unknownWord", raw: "video" },
        { path: ["content", 1], kind: "dropped", raw: { type: "diff" } }
      ]
    })
  })

  it("leaves out a kind or status that it does not know", () => {
    expect(
      decode({ sessionUpdate: "tool_call", toolCallId: "c", title: "t", kind: "warp", status: "cancelled" })
    ).toEqual({
      _tag: "Update",
      update: { sessionUpdate: "tool_call", toolCallId: "c", title: "t" },
      issues: [
        { path: ["kind"], kind: "unknownWord", raw: "warp" },
        { path: ["status"], kind: "unknownWord", raw: "cancelled" }
      ]
    })
  })

  it("reads modeId for currentModeId", () => {
    expect(decode({ sessionUpdate: "current_mode_update", modeId: "code" })).toEqual({
      _tag: "Update",
      update: { sessionUpdate: "current_mode_update", modeId: "code", currentModeId: "code" },
      issues: [{ path: ["modeId"], kind: "alias", raw: "code" }]
    })
  })

  it("decodeSessionUpdate reads a value that is not a list as an empty list, but not a missing one", () => {
    expect(decode({ sessionUpdate: "plan", entries: null })).toMatchObject({
      update: { entries: [] },
      issues: [{ path: ["entries"], kind: "defaulted", raw: null }]
    })
    expect(fail({ sessionUpdate: "plan" })).toMatchObject({ sessionUpdate: "plan", path: ["entries"] })
  })

  it("fails with the path to the bad place when leniency can't save a known update", () => {
    const raw = { ...chunk, content: { type: "text", text: 1 } }
    expect(fail(raw)).toMatchObject({
      _tag: "MalformedUpdate",
      sessionUpdate: "agent_message_chunk",
      path: ["content", "text"],
      reason: "expected string",
      raw
    })
  })

  it.each([null, 7, [], { sessionUpdate: 1 }, {}])("fails for %j, which has no tag", (raw) => {
    expect(fail(raw)._tag).toBe("MalformedUpdate")
  })

  it("keeps a key called __proto__ as a key, also in what it repairs", () => {
    const raw = JSON.parse(`${JSON.stringify({ ...chunk, messageId: 7 }).slice(0, -1)},"__proto__":{"polluted":true}}`)
    const { update } = decode(raw) as { update: object }
    expect(Object.getPrototypeOf(update)).toBe(Object.prototype)
    expect(Object.keys(update)).toEqual(["sessionUpdate", "content", "__proto__"])
    expect(update).not.toHaveProperty("polluted")
  })

  it("changes nothing in what it was given", () => {
    const raw = { sessionUpdate: "plan", entries: [{ content: "a", priority: "odd", status: "pending" }] }
    const before = structuredClone(raw)
    decode(raw)
    expect(raw).toEqual(before)
  })
})
