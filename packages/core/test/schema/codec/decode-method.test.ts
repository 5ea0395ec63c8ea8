import { decodeParams, decodeResult } from "@rxacp/core"
import { describe, expect, it } from "vitest"
import { orThrow, type Result } from "../../../src/internal/result.ts"

const refused = <Reason>(result: Result<unknown, Reason>): Reason => {
  if (result._tag === "Failure") return result.failure
  throw new Error("it was accepted")
}

describe("decodeParams", () => {
  it("hands clean params on as they are", () => {
    const params = { sessionId: "s1", prompt: [{ type: "text", text: "hi" }], vendor: 1 }
    const { value } = orThrow(decodeParams("session/prompt", params))
    expect(value).toBe(params)
  })

  it("takes null for an empty list where the schema says so, and says that it did", () => {
    expect(orThrow(decodeParams("session/new", { cwd: "/w", mcpServers: null }))).toEqual({
      value: { cwd: "/w", mcpServers: [] },
      issues: [{ path: ["mcpServers"], kind: "defaulted", raw: null }]
    })
  })

  it("is strict where the schema is strict, and names the place", () => {
    expect(refused(decodeParams("session/new", { cwd: "/w" }))).toMatchObject({ path: ["mcpServers"] })
    expect(refused(decodeParams("fs/read_text_file", { sessionId: "s", path: "/a", line: -1 }))).toMatchObject({
      path: ["line"],
      reason: "expected uint32 or null"
    })
  })

  it("keeps a permission option of an unknown kind, and reports it", () => {
    const option = { optionId: "a", name: "A", kind: "allow_forever" }
    const request = { sessionId: "s", toolCall: { toolCallId: "c" }, options: [option] }
    expect(orThrow(decodeParams("session/request_permission", request))).toEqual({
      value: request,
      issues: [{ path: ["options", 0, "kind"], kind: "unknownWord", raw: "allow_forever" }]
    })
  })

  it("refuses, when strict, what leniency would mend", () => {
    const strict = { strict: true }
    const clean = { cwd: "/w", mcpServers: [] }
    expect(orThrow(decodeParams("session/new", clean, strict)).value).toBe(clean)
    expect(refused(decodeParams("session/new", { cwd: "/w", mcpServers: null }, strict))).toMatchObject({
      path: ["mcpServers"]
    })
    expect(refused(decodeResult("session/prompt", { stopReason: "end_turn", usage: 1 }, strict))).toMatchObject({
      path: ["usage"],
      raw: { stopReason: "end_turn", usage: 1 }
    })
  })

  it("takes absent and null params for an empty object", () => {
    expect(orThrow(decodeParams("logout", undefined)).value).toEqual({})
    expect(orThrow(decodeParams("session/list", null)).value).toEqual({})
  })

  it("keeps an elicitation of a mode from a later version whole", () => {
    const params = { mode: "voice", message: "speak", sessionId: "s", voice: { lang: "en" } }
    expect(orThrow(decodeParams("elicitation/create", params)).value).toBe(params)
  })

  it("refuses an elicitation of a known mode that is broken, and names the deepest bad place", () => {
    const requestedSchema = { properties: { pick: { type: "array", items: { type: "string" } } } }
    expect(
      refused(decodeParams("elicitation/create", { mode: "form", message: "m", requestId: 1, requestedSchema })).path
    ).toEqual(["requestedSchema", "properties", "pick", "items", "enum"])
  })
})

describe("decodeResult", () => {
  it.each([
    "authenticate",
    "logout",
    "session/load",
    "session/delete",
    "session/close",
    "session/set_mode",
    "fs/write_text_file",
    "terminal/kill",
    "terminal/release"
  ] as const)("takes null for an empty object from %s", (method) => {
    expect(orThrow(decodeResult(method, null)).value).toEqual({})
  })

  it.each(["session/prompt", "session/new", "session/resume"] as const)("refuses null from %s", (method) => {
    expect(refused(decodeResult(method, null))).toMatchObject({ _tag: "InvalidResult", method, path: [], raw: null })
  })

  it("keeps unknown stop reasons and fields", () => {
    const raw = { stopReason: "error", usage: { inputTokens: 1 } }
    expect(orThrow(decodeResult("session/prompt", raw)).value).toBe(raw)
    expect(refused(decodeResult("session/prompt", {}))).toMatchObject({ path: ["stopReason"] })
  })

  it("turns off a capability that is malformed", () => {
    const raw = { protocolVersion: 1, agentCapabilities: { loadSession: "yes", sessionCapabilities: { close: true } } }
    expect(orThrow(decodeResult("initialize", raw))).toEqual({
      value: { protocolVersion: 1, agentCapabilities: { loadSession: false, sessionCapabilities: {} } },
      issues: [
        { path: ["agentCapabilities", "loadSession"], kind: "defaulted", raw: "yes" },
        { path: ["agentCapabilities", "sessionCapabilities", "close"], kind: "dropped", raw: true }
      ]
    })
  })
})
