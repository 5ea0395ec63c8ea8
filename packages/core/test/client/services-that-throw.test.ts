import { throwError } from "rxjs"
import { expect, it } from "vitest"
import { RequestFailed } from "../../src/index.ts"
import { wire } from "../support/wire.ts"

const broken = (): never => {
  throw new Error("secret")
}

it.each([
  ["at once", broken],
  ["later", () => throwError(() => new Error("secret"))]
])("errors of services are answered without their text, and reported: %s", async (_, readTextFile) => {
  const agent = wire({ files: { readTextFile } })
  await agent.open()
  agent.say({ jsonrpc: "2.0", id: 1, method: "fs/read_text_file", params: { sessionId: "s1", path: "/w/a" } })
  expect(agent.sent().at(-1)).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Internal error" } })
  expect(agent.diagnostics).toEqual([{ _tag: "HandlerFailed", method: "fs/read_text_file", reason: "Error: secret" }])
})

it("an error that a service throws as its answer is not reported", async () => {
  const failure = new RequestFailed({ code: -32002, message: "no such file", method: "fs/read_text_file" })
  const agent = wire({ files: { readTextFile: () => throwError(() => failure) } })
  await agent.open()
  agent.say({ jsonrpc: "2.0", id: 1, method: "fs/read_text_file", params: { sessionId: "s1", path: "/w/a" } })
  expect(agent.sent().at(-1)).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32002, message: "no such file" } })
  expect(agent.diagnostics).toEqual([])
})

it("a notification handler that throws does not stop the delivery of what follows", async () => {
  const agent = wire({ handlers: { "_vendor/x": broken }, elicitation: { complete: broken } })
  const { events } = await agent.open()
  agent.say({ jsonrpc: "2.0", method: "_vendor/x" })
  agent.say({ jsonrpc: "2.0", method: "elicitation/complete", params: { elicitationId: "e1" } })
  agent.text("on we go")
  expect(events.at(-1)).toMatchObject({ _tag: "Update", update: { content: { text: "on we go" } } })
  expect(agent.diagnostics).toEqual([
    { _tag: "HandlerFailed", method: "_vendor/x", reason: "Error: secret" },
    { _tag: "HandlerFailed", method: "elicitation/complete", reason: "Error: secret" }
  ])
})
