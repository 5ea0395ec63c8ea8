import type { SessionUpdate } from "@rxacp/core"
import { emptySession, foldSession, toolCall, toolOutput } from "@rxacp/fold"
import { describe, expect, it } from "vitest"

const outputOf = (fields: object): string => {
  // What agents put into `rawOutput` has no type.
  const update = { sessionUpdate: "tool_call", toolCallId: "c", title: "t", ...fields } as SessionUpdate
  const call = toolCall(foldSession(emptySession(), update), "c")
  return call === undefined ? "no call" : toolOutput(call)
}

describe("toolOutput", () => {
  it.each([
    ["a text", "hi\n", "hi\n"],
    [
      "codex",
      { call_id: "c", command: ["ls"], aggregated_output: "hi\n", formatted_output: "hi", exit_code: 0 },
      "hi\n"
    ],
    ["codex without a whole output", { aggregated_output: "", formatted_output: "hi", exit_code: 0 }, "hi"],
    [
      "cline",
      [
        { query: "ls", result: "a\n", success: true },
        { query: "id", result: "b", success: true }
      ],
      "a\n\nb"
    ],
    ["opencode", { output: "hi", metadata: { exit: 0 } }, "hi"],
    ["opencode, failed", { error: "refused" }, "refused"],
    ["copilot", { content: "hi", detailedContent: "more" }, "hi"],
    ["an MCP tool", { result: { content: [{ type: "text", text: "hi" }] } }, "hi"],
    ["nothing that is known", { code: 0 }, ""],
    ["null", null, ""]
  ])("reads rawOutput of %s", (_, rawOutput, text) => {
    expect(outputOf({ rawOutput })).toBe(text)
  })

  it("prefers the content, and leaves diffs out", () => {
    const content = [
      { type: "content", content: { type: "text", text: "shown" } },
      { type: "diff", path: "/a", oldText: null, newText: "x" },
      { type: "content", content: { type: "text", text: "too" } }
    ]
    expect(outputOf({ content, rawOutput: "raw" })).toBe("shown\ntoo")
  })

  it("is empty before there is any", () => expect(outputOf({})).toBe(""))
})
