/** Requests of a served agent to its client. */
import { map, mergeMap, of } from "rxjs"
import { expect, it } from "vitest"
import { CapabilityMissing } from "../../src/index.ts"
import { byHand, pair, say, texts } from "../support/served-agent.ts"
import { record } from "../support/wire.ts"

it("a call of an agent is answered by the client's services", async () => {
  const agent = pair(
    {
      prompt: (_, context) =>
        context.readTextFile({ path: "/w/a" }).pipe(
          mergeMap(({ content }) =>
            context.requestPermission({
              toolCall: { toolCallId: "c", title: content },
              options: [{ optionId: "y", name: "Yes", kind: "allow_once" }]
            })
          ),
          map(({ outcome }) => say(JSON.stringify(outcome)))
        )
    },
    {
      files: { readTextFile: () => of({ content: "text" }) },
      permissions: () => of({ outcome: "selected" as const, optionId: "y" })
    }
  )
  const session = await agent.open()
  expect(await texts(session.prompt("go"))).toContain(String.raw`{\"outcome\":\"selected\",\"optionId\":\"y\"}`)
})

it("a call that the client does not offer fails with CapabilityMissing and writes nothing", () => {
  const agent = byHand()
  agent.initialize({ fs: { readTextFile: true } })
  const before = agent.sent().length
  const session = agent.served.session("s1")
  for (const call of [
    session.writeTextFile({ path: "/a", content: "" }),
    session.terminals.create({ command: "ls" }),
    session.elicit({ mode: "url", message: "m", elicitationId: "e", url: "https://example.com" })
  ]) {
    expect(record<unknown>(call).error).toBeInstanceOf(CapabilityMissing)
  }
  expect(() => agent.served.completeElicitation("e")).toThrow(CapabilityMissing)
  expect(agent.sent()).toHaveLength(before)
  record(session.readTextFile({ path: "/a" }))
  expect(agent.sent().at(-1)).toMatchObject({ method: "fs/read_text_file", params: { sessionId: "s1", path: "/a" } })
})

it("a call of an agent is cold, and unsubscribing from it sends $/cancel_request", () => {
  const agent = byHand()
  agent.initialize({ terminal: true })
  const call = agent.served.session("s1").terminals.waitForExit("t1")
  expect(agent.sent()).toHaveLength(1)
  record(call).unsubscribe()
  expect(agent.sent().slice(1)).toMatchObject([
    { id: 0, method: "terminal/wait_for_exit", params: { sessionId: "s1", terminalId: "t1" } },
    { method: "$/cancel_request", params: { requestId: 0 } }
  ])
})

it("an elicitation outside a session names the request that it belongs to", () => {
  const agent = byHand({
    authenticate: (_, context) =>
      context
        .elicit({ mode: "url", message: "m", elicitationId: "e", url: "https://example.com" })
        .pipe(map(() => ({})))
  })
  agent.initialize({ elicitation: { url: {} } })
  agent.send({ id: "a", method: "authenticate", params: { methodId: "m" } })
  expect(agent.sent().at(-1)).toMatchObject({ method: "elicitation/create", params: { requestId: "a", mode: "url" } })
})
