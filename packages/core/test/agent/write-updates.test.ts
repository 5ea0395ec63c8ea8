/** Updates that only some clients show. */
import { expect, it } from "vitest"
import type { SessionUpdate } from "../../src/index.ts"
import { byHand } from "../support/served-agent.ts"

const notice: SessionUpdate = { sessionUpdate: "notice", severity: "info", title: "t" }

it("an update that the client does not show is not written, but reported", () => {
  const agent = byHand()
  agent.initialize()
  agent.served.session("s1").update(notice)
  expect(agent.sent()).toHaveLength(1)
  expect(agent.diagnostics).toEqual([
    {
      _tag: "UpdateNotSent",
      sessionId: "s1",
      sessionUpdate: "notice",
      capability: "clientCapabilities.session.notices"
    }
  ])
})

it("an update that needs a capability is written for a client that has it", () => {
  const agent = byHand()
  agent.initialize({ session: { notices: {} } })
  agent.served.session("s1").update(notice)
  expect(agent.sent().at(-1)).toMatchObject({ params: { sessionId: "s1", update: notice } })
})
