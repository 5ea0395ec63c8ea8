/** Turns of a served agent: what they write, how they end, how many run. */
import {
  concat,
  EMPTY,
  finalize,
  firstValueFrom,
  lastValueFrom,
  map,
  mergeMap,
  NEVER,
  of,
  range,
  throwError,
  toArray
} from "rxjs"
import { expect, it } from "vitest"
import { serveAgent } from "../../src/agent/index.ts"
import { connect, memoryPair } from "../../src/index.ts"
import { basic, byHand, pair, say, texts } from "../support/served-agent.ts"
import { record, settled } from "../support/wire.ts"

it("a turn writes its updates in order and ends when they do", async () => {
  const agent = pair({ prompt: () => of(say("a"), say("b")) })
  const session = await agent.open()
  const events = await lastValueFrom(session.prompt("go").pipe(toArray()))
  expect(
    events.map((event) =>
      "update" in event ? (event.update as { content: { text: string } }).content.text : event._tag
    )
  ).toEqual(["TurnStarted", "a", "b", "TurnEnded"])
  expect(events.at(-1)).toMatchObject({ stopReason: "end_turn" })
})

it.each([
  ["an Observable", () => concat(of(say("a")), of({ stopReason: "max_tokens" }), NEVER)],
  ["an array", () => [say("a"), { stopReason: "max_tokens" }]],
  ["a promise", () => Promise.resolve({ stopReason: "max_tokens" })],
  [
    "a generator",
    async function* () {
      yield say("a")
      yield { stopReason: "max_tokens" }
    }
  ]
])("a turn ends with the stop reason that it emits from %s", async (_, prompt) => {
  const agent = pair({ prompt })
  const session = await agent.open()
  expect(await lastValueFrom(session.prompt("go"))).toMatchObject({ _tag: "TurnEnded", stopReason: "max_tokens" })
})

it("session/cancel unsubscribes from a turn, cancels its requests to the client, and is answered cancelled", async () => {
  let gone = 0
  const agent = byHand({
    prompt: (_, context) =>
      context.requestPermission({ toolCall: { toolCallId: "c" }, options: [] }).pipe(
        mergeMap(() => EMPTY),
        finalize(() => gone++)
      )
  })
  agent.initialize()
  agent.send({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
  agent.send({ method: "session/cancel", params: { sessionId: "other" } })
  expect(gone).toBe(0)
  agent.send({ method: "session/cancel", params: { sessionId: "s1" } })
  expect(gone).toBe(1)
  expect(agent.sent().slice(1)).toMatchObject([
    { id: 0, method: "session/request_permission", params: { sessionId: "s1" } },
    { method: "$/cancel_request", params: { requestId: 0 } },
    { id: 1, result: { stopReason: "cancelled" } }
  ])
})

it("one turn runs at a time in a session, while other sessions run theirs", () => {
  const agent = byHand({ prompt: () => NEVER })
  agent.initialize()
  agent.send({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
  agent.send({ id: 2, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
  agent.send({ id: 3, method: "session/prompt", params: { sessionId: "s2", prompt: [] } })
  expect(agent.sent().slice(1)).toMatchObject([{ id: 2, error: { code: -32600 } }])
})

it("closing a session cancels its turn", () => {
  const agent = byHand({ prompt: () => NEVER, close: () => EMPTY })
  agent.initialize()
  agent.send({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })
  agent.send({ id: 2, method: "session/close", params: { sessionId: "s1" } })
  expect(agent.sent().slice(1)).toMatchObject([
    { id: 1, result: { stopReason: "cancelled" } },
    { id: 2, result: {} }
  ])
})

it("a turn that fails writes what was emitted before the error, then the error", async () => {
  const boom = throwError(() => new Error("boom"))
  const agent = pair({ prompt: () => concat(of(say("a"), say("b")), boom) })
  const session = await agent.open()
  const release = agent.client.flow.hold()
  const turn = record(session.prompt("go"))
  await settled()
  release()
  await settled()
  expect(turn.values.map(({ _tag }) => _tag)).toEqual(["TurnStarted", "Update", "Update", "TurnFailed"])
})

it("a turn may follow another, however that ended", async () => {
  const turns = [() => of(say("a")), () => NEVER, () => throwError(() => new Error("boom")), () => of(say("b"))]
  const agent = pair({ prompt: () => turns.shift()?.() ?? EMPTY })
  const session = await agent.open()
  await lastValueFrom(session.prompt("ends"))
  record(session.prompt("is cancelled")).unsubscribe()
  await lastValueFrom(session.prompt("fails")).catch(() => {})
  expect(await texts(session.prompt("ends"))).toContain("b")
})

it("a turn is unsubscribed when the client closes the connection", async () => {
  let gone = 0
  const agent = pair({ prompt: () => NEVER.pipe(finalize(() => gone++)) })
  const session = await agent.open()
  record(session.prompt("go"))
  await settled()
  await agent.connection.close()
  await settled()
  expect(gone).toBe(1)
})

it("a turn reads an iterable no faster than the client takes its values", async () => {
  let produced = 0
  const [client, transport] = memoryPair()
  serveAgent(transport, {
    ...basic,
    *prompt() {
      for (; produced < 100_000; produced++) yield say("x")
    }
  })
  const connection = connect(client, { info: { name: "test", version: "0" } })
  const session = await firstValueFrom(connection.open({ cwd: "/w" }))
  const whole = lastValueFrom(session.prompt("go").pipe(toArray()))
  const release = client.flow.hold()
  await settled()
  expect(produced).toBeLessThan(5)
  release()
  expect(await whole).toHaveLength(100_002)
})

it("a turn keeps what an Observable emits until the client takes it, also past the limit of outgoing bytes", async () => {
  const [client, transport] = memoryPair({}, { maxOutgoingBytes: 1_000 })
  serveAgent(transport, { ...basic, prompt: () => range(0, 50_000).pipe(map((n) => say(String(n)))) })
  const connection = connect(client, { info: { name: "test", version: "0" } })
  const session = await firstValueFrom(connection.open({ cwd: "/w" }))
  const release = client.flow.hold()
  const whole = lastValueFrom(session.prompt("go").pipe(toArray()))
  await settled()
  release()
  expect(await whole).toHaveLength(50_002)
})
