/** How a served agent answers requests. */
import { finalize, NEVER, of, throwError } from "rxjs"
import { expect, it } from "vitest"
import { AuthRequired, RequestFailed } from "../../src/index.ts"
import { byHand } from "../support/served-agent.ts"

it("an agent answers a request without a handler as unknown, and one with bad params with their path", () => {
  const agent = byHand({ handlers: { "_x/echo": (params) => of(params) } })
  agent.initialize()
  agent.send({ id: 1, method: "session/load", params: {} })
  agent.send({ id: 2, method: "session/new", params: { cwd: 7 } })
  agent.send({ id: 3, method: "_x/echo", params: { n: 1 } })
  agent.send({ id: 4, method: "_x/other" })
  expect(agent.sent().slice(1)).toMatchObject([
    { id: 1, error: { code: -32601 } },
    { id: 2, error: { code: -32602, data: { path: ["cwd"] } } },
    { id: 3, result: { n: 1 } },
    { id: 4, error: { code: -32601 } }
  ])
  expect(agent.diagnostics).toMatchObject([{ _tag: "InvalidParams", method: "session/new" }])
})

it("an agent answers with the code of the failure of a handler, and hides what a handler throws", () => {
  const agent = byHand({
    newSession: () => throwError(() => new AuthRequired({ method: "session/new", authMethods: [] })),
    list: () => throwError(() => new RequestFailed({ code: -32002, message: "gone", method: "session/list" })),
    authenticate: () => {
      throw new Error("secret")
    }
  })
  agent.initialize()
  agent.send({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } })
  agent.send({ id: 2, method: "session/list" })
  agent.send({ id: 3, method: "authenticate", params: { methodId: "m" } })
  expect(agent.sent().slice(1)).toMatchObject([
    { id: 1, error: { code: -32000 } },
    { id: 2, error: { code: -32002, message: "gone" } },
    { id: 3, error: { code: -32603, message: "Internal error" } }
  ])
  expect(agent.diagnostics).toEqual([{ _tag: "HandlerFailed", method: "authenticate", reason: "Error: secret" }])
})

it("$/cancel_request unsubscribes from the handler of a request and is answered -32800", () => {
  let signal: AbortSignal | undefined
  let gone = 0
  const agent = byHand({
    list: (_, context) => {
      signal = context.signal
      return NEVER.pipe(finalize(() => gone++))
    }
  })
  agent.initialize()
  agent.send({ id: 1, method: "session/list" })
  agent.send({ method: "$/cancel_request", params: { requestId: 1 } })
  expect(agent.sent()[1]).toMatchObject({ id: 1, error: { code: -32800 } })
  expect([gone, signal?.aborted]).toEqual([1, true])
})
