/** What each dialect makes of single messages. */
import { describe, expect, it } from "vitest"
import { type Dialect, iacCode, legacy } from "../../../src/relay/index.ts"

/** Puts messages through a dialect, one after the other; gives what the last became. */
const through = <State>(
  { initial, incoming, outgoing }: Dialect<State>,
  ...messages: ReadonlyArray<readonly ["in" | "out", Record<string, unknown>]>
): ReadonlyArray<unknown> => {
  let state = initial
  let last: ReadonlyArray<unknown> = []
  for (const [direction, message] of messages) {
    const translation = (direction === "in" ? incoming : outgoing)(message, state)
    state = translation.state
    last = translation.messages
  }
  return last
}

const v2 = { jsonrpc: "2.0" }

describe("an agent of iac-code", () => {
  it("offers fork, resume, load and list, which it has and does not list", () => {
    const initialize = { ...v2, id: 0, method: "initialize", params: {} }
    const answer = { ...v2, id: 0, result: { protocolVersion: 1 } }
    expect(through(iacCode, ["out", initialize], ["in", answer])).toEqual([
      {
        ...answer,
        result: {
          protocolVersion: 1,
          agentCapabilities: { loadSession: true, sessionCapabilities: { fork: {}, resume: {}, list: {} } }
        }
      }
    ])
  })

  it("takes config/set in a session whose answer lists no options", () => {
    const open = { ...v2, id: 1, method: "session/new", params: {} }
    const answer = { ...v2, id: 1, result: { sessionId: "s" } }
    expect(through(iacCode, ["out", open], ["in", answer])).toEqual([
      { ...answer, result: { configOptions: [], sessionId: "s" } }
    ])
  })

  it("keeps what it does list, and its errors", () => {
    const open = { ...v2, id: 1, method: "session/new", params: {} }
    const listed = { ...v2, id: 1, result: { sessionId: "s", configOptions: [{ id: "o" }] } }
    const failed = { ...v2, id: 1, error: { code: -32000, message: "m" } }
    expect(through(iacCode, ["out", open], ["in", listed])).toEqual([listed])
    expect(through(iacCode, ["out", open], ["in", failed])).toEqual([failed])
  })
})

describe("an agent from before ACP settled", () => {
  it("is read where its frames have no jsonrpc", () => {
    expect(through(legacy, ["in", { id: 3, result: { a: 1 } }])).toEqual([{ ...v2, id: 3, result: { a: 1 } }])
  })

  it("is answered by a notification where it sent a request as one", () => {
    const read = { ...v2, method: "fs/read_text_file", params: { sessionId: "s", requestId: "r", path: "/a" } }
    const asked = through(legacy, ["in", read])
    expect(asked).toEqual([{ ...read, id: "legacy-request-0" }])
    const answer = { ...v2, id: "legacy-request-0", result: { content: "x" } }
    expect(through(legacy, ["in", read], ["out", answer])).toEqual([
      {
        ...v2,
        method: "fs/read_text_file_response",
        params: { sessionId: "s", requestId: "r", result: { content: "x" } }
      }
    ])
  })

  const diffUpdate = (diff: string, more: object = {}) => ({
    ...v2,
    method: "session/update",
    params: { sessionId: "s", update: { sessionUpdate: "tool_call", content: [{ type: "diff", diff }], ...more } }
  })
  const body = "@@ -1 +1 @@\n-a\n+b\n"

  it.each([
    ["its new name", `--- a/old.ts\n+++ b/new.ts\n${body}`, {}, "new.ts"],
    ["its old name where the file was removed", `--- a/old.ts\n+++ /dev/null\n${body}`, {}, "old.ts"],
    ["the call's location where it names none", body, { locations: [{ path: "/w/x.ts" }] }, "/w/x.ts"]
  ])("has the path of a diff from %s", (_, diff, more, path) => {
    expect(through(legacy, ["in", diffUpdate(diff, more)])).toMatchObject([
      { params: { update: { content: [{ type: "diff", path, oldText: "a\n", newText: "b\n" }] } } }
    ])
  })
})
