import { describe, expect, it } from "vitest"
import blanked from "../../../../test/cases/24-permission-request-blanks-input.json" with { type: "json" }
import { shownToolCall } from "../../src/permissions/shown-tool-call.ts"
import type { ToolCallUpdate } from "../../src/schema/index.ts"

const known: ToolCallUpdate = {
  toolCallId: "t1",
  title: "bash",
  kind: "execute",
  status: "in_progress",
  rawInput: { command: "rm x" },
  locations: [{ path: "/a" }]
}

describe("shownToolCall", () => {
  it("shownToolCall is the call of the request when none is known", () => {
    const asked = { toolCallId: "t1", rawInput: {} }
    expect(shownToolCall(undefined, asked)).toBe(asked)
  })

  it.each([undefined, null, "", [], {}])("keeps what is known under %j", (nothing) => {
    const asked = { toolCallId: "t1", title: nothing, rawInput: nothing, locations: nothing } as ToolCallUpdate
    expect(shownToolCall(known, asked)).toEqual(known)
  })

  it.each([false, 0, "ls", ["ls"], { command: "ls" }])("shows the request's own input %j", (rawInput) => {
    expect(shownToolCall(known, { toolCallId: "t1", rawInput })).toEqual({ ...known, rawInput })
  })

  it("keeps the command on screen that a request blanks, and patches nothing (case 24)", () => {
    const [first, second, request] = blanked.lines.map((line) => JSON.parse(line).params)
    const announced = { ...first.update, ...second.update }
    const before = structuredClone(announced)
    expect(shownToolCall(announced, request.toolCall)).toMatchObject({
      title: "bash",
      kind: "execute",
      status: "pending",
      rawInput: blanked.expect.toolCalls.t1.rawInput
    })
    expect(announced).toEqual(before)
  })
})
