/** The first exchange of a client with a served agent. */
import { EMPTY, of } from "rxjs"
import { expect, it } from "vitest"
import { byHand } from "../support/served-agent.ts"

it("an agent advertises what it has handlers for, and the capabilities of its options", () => {
  const agent = byHand({
    info: { name: "a", version: "1" },
    capabilities: { promptCapabilities: { image: true }, additionalDirectories: true },
    loadSession: () => EMPTY,
    list: () => of({ sessions: [] }),
    close: () => EMPTY,
    logout: () => EMPTY,
    authMethods: [{ id: "key", name: "Key" }]
  })
  agent.initialize()
  expect(agent.sent()).toEqual([
    {
      jsonrpc: "2.0",
      id: "i",
      result: {
        protocolVersion: 1,
        agentCapabilities: {
          promptCapabilities: { image: true },
          loadSession: true,
          sessionCapabilities: { list: {}, close: {}, additionalDirectories: {} },
          auth: { logout: {} }
        },
        authMethods: [{ id: "key", name: "Key" }],
        agentInfo: { name: "a", version: "1" }
      }
    }
  ])
})

it("an agent answers a protocol version that it does not speak with its own", () => {
  const agent = byHand()
  agent.initialize({}, 7)
  expect(agent.sent()[0].result.protocolVersion).toBe(1)
})

it("an agent refuses requests before initialize, and a second initialize", () => {
  const agent = byHand()
  agent.send({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } })
  agent.send({ id: 2, method: "_x/unknown" })
  agent.initialize()
  agent.initialize()
  expect(agent.sent().map(({ error }) => error?.code)).toEqual([-32600, -32600, undefined, -32600])
})
