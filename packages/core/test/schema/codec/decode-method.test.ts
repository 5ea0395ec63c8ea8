import { decodeParams, decodeResult, type InvalidResult, type Mismatch } from "@rxacp/core"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

describe("decodeParams", () => {
  const refused = (result: Result.Result<unknown, Mismatch>) => Result.getOrThrow(Result.flip(result))

  it("hands clean params on as they are", () => {
    const params = { sessionId: "s1", prompt: [{ type: "text", text: "hi" }], vendor: 1 }
    const { value } = Result.getOrThrow(decodeParams("session/prompt", params))
    expect(value).toBe(params)
  })

  it("takes null for an empty list where the schema says so, and says that it did", () => {
    expect(Result.getOrThrow(decodeParams("session/new", { cwd: "/w", mcpServers: null }))).toEqual({
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
    const option = { optionId: "a", name: "A", kind: "allow_forever" }
    const request = { sessionId: "s", toolCall: { toolCallId: "c" }, options: [option] }
    expect(refused(decodeParams("session/request_permission", request))).toMatchObject({ path: ["options", 0, "kind"] })
  })

  it("takes absent and null params for an empty object", () => {
    expect(Result.getOrThrow(decodeParams("logout", undefined)).value).toEqual({})
    expect(Result.getOrThrow(decodeParams("session/list", null)).value).toEqual({})
  })

  it("keeps an elicitation of a mode from a later version whole", () => {
    const params = { mode: "voice", message: "speak", sessionId: "s", voice: { lang: "en" } }
    expect(Result.getOrThrow(decodeParams("elicitation/create", params)).value).toBe(params)
  })

  it("refuses an elicitation of a known mode that is broken, and names the deepest bad place", () => {
    const requestedSchema = { properties: { pick: { type: "array", items: { type: "string" } } } }
    expect(
      refused(decodeParams("elicitation/create", { mode: "form", message: "m", requestId: 1, requestedSchema })).path
    ).toEqual(["requestedSchema", "properties", "pick", "items", "enum"])
  })
})

describe("decodeResult", () => {
  const refused = (result: Result.Result<unknown, InvalidResult>) => Result.getOrThrow(Result.flip(result))

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
    expect(Result.getOrThrow(decodeResult(method, null)).value).toEqual({})
  })

  it.each(["session/prompt", "session/new", "session/resume"] as const)("refuses null from %s", (method) => {
    expect(refused(decodeResult(method, null))).toMatchObject({ _tag: "InvalidResult", method, path: [], raw: null })
  })

  it("keeps unknown stop reasons and fields", () => {
    const raw = { stopReason: "error", usage: { inputTokens: 1 } }
    expect(Result.getOrThrow(decodeResult("session/prompt", raw)).value).toBe(raw)
    expect(refused(decodeResult("session/prompt", {}))).toMatchObject({ path: ["stopReason"] })
  })

  it("turns off a capability that is malformed", () => {
    const raw = { protocolVersion: 1, agentCapabilities: { loadSession: "yes", sessionCapabilities: { close: true } } }
    expect(Result.getOrThrow(decodeResult("initialize", raw))).toEqual({
      value: { protocolVersion: 1, agentCapabilities: { loadSession: false, sessionCapabilities: {} } },
      issues: [
        { path: ["agentCapabilities", "loadSession"], kind: "defaulted", raw: "yes" },
        { path: ["agentCapabilities", "sessionCapabilities", "close"], kind: "dropped", raw: true }
      ]
    })
  })
})
