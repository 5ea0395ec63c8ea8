import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { filter, firstValueFrom, lastValueFrom, map, reduce, tap, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { AgentExited, connect, type Message, memoryPair, memoryTransport } from "../../src/index.ts"
import { type RelayOptions, relay, rewriteMessage } from "../../src/relay/index.ts"
import { askPermission, exit, flood, say, script, scriptedAgent } from "../../src/testing/index.ts"
import { settled } from "../support/wire.ts"

const through = (what: Parameters<typeof scriptedAgent>[0], options: RelayOptions = {}) => {
  const [clientEnd, middle] = memoryPair()
  const agent = scriptedAgent(what)
  const relayed = relay(middle, agent, options)
  const connection = connect(clientEnd, {
    info: { name: "test", version: "0" },
    permissions: () => [{ outcome: "selected", optionId: "allow" }]
  })
  return { clientEnd, agent, relayed, connection, open: () => firstValueFrom(connection.open({ cwd: "/w" })) }
}

const isSaying = (message: Message) =>
  message._tag === "Notification" && JSON.stringify(message.params).includes("secret")

describe("a relay", () => {
  it("passes a turn through as it is, both ways", async () => {
    const { open } = through(script([say("a"), askPermission({ toolCallId: "c" }, { allowed: [say("b")] })]))
    const session = await open()
    expect(replyText(await lastValueFrom(session.prompt("go").pipe(reduce(foldSession, emptySession()))))).toBe("ab")
  })

  it("passes noise on and every line as its text", async () => {
    const client = memoryTransport()
    const agent = memoryTransport()
    relay(client, agent)
    agent.receive("[boot] loading")
    agent.receive(`{"jsonrpc":"2.0",  "method":"_x"}`)
    client.receive(`{"jsonrpc":"2.0","id":9007199254740993,"method":"_y"}`)
    await settled()
    expect(client.sent).toEqual(["[boot] loading", `{"jsonrpc":"2.0",  "method":"_x"}`])
    expect(agent.sent).toEqual([`{"jsonrpc":"2.0","id":9007199254740993,"method":"_y"}`])
  })

  it("taps, filters and rewrites in each direction", async () => {
    const seen: Array<string> = []
    const { open } = through(script([say("secret"), say("you said {prompt}")]), {
      toClient: (messages) => messages.pipe(filter((message) => !isSaying(message))),
      toAgent: (messages) =>
        messages.pipe(
          tap((message) => "method" in message && seen.push(message.method)),
          map((message) =>
            message._tag === "Request" && message.method === "session/prompt"
              ? rewriteMessage(message, { params: { sessionId: "s1", prompt: [{ type: "text", text: "bye" }] } })
              : message
          )
        )
    })
    const session = await open()
    const state = await lastValueFrom(session.prompt("hi").pipe(reduce(foldSession, emptySession())))
    expect(replyText(state)).toBe("you said bye")
    expect(seen).toEqual(["initialize", "session/new", "session/prompt"])
  })

  it("holds the agent back while the client does not take what it says", async () => {
    const { clientEnd, agent, open } = through(script([flood(2_000, 100)]))
    let passed = 0
    agent.lines.subscribe(() => passed++)
    const session = await open()
    const whole = lastValueFrom(session.prompt("go").pipe(toArray()))
    const release = clientEnd.flow.hold()
    await settled()
    expect(passed).toBeLessThan(20)
    release()
    expect(await whole).toHaveLength(2_002)
  })

  it("ends on both sides when one leaves, and says which", async () => {
    const { clientEnd, relayed, open } = through(script([exit(3)]))
    const session = await open()
    session.prompt("go").subscribe({ error: () => {} })
    const end = await firstValueFrom(relayed.ended)
    expect(end).toMatchObject({ by: "agent" })
    expect(end.failure).toBeInstanceOf(AgentExited)
    expect(await firstValueFrom(clientEnd.ended)).toMatchObject({ failure: { _tag: "ConnectionClosed" } })
  })

  it("ends when an operator fails", async () => {
    const { relayed, connection } = through(script([]), {
      toAgent: (messages) =>
        messages.pipe(
          tap(() => {
            throw new Error("boom")
          })
        )
    })
    connection.initialize().subscribe({ error: () => {} })
    expect(await firstValueFrom(relayed.ended)).toMatchObject({ by: "relay", error: new Error("boom") })
  })

  it("reports a line that was too long to be passed on", async () => {
    const client = memoryTransport()
    const agent = memoryTransport({ maxLineBytes: 10 })
    const relayed = relay(client, agent)
    const dropped = firstValueFrom(relayed.dropped)
    agent.receive("x".repeat(100))
    expect(await dropped).toMatchObject({ bytes: 100, limit: 10, to: "client" })
    expect(client.sent).toEqual([])
  })
})

describe("rewriteMessage", () => {
  it("keeps ids digit for digit and counts the bytes of its line", async () => {
    const transport = memoryTransport()
    const first = firstValueFrom(transport.messages)
    transport.receive(`{"jsonrpc":"2.0","id":9007199254740993,"method":"_y"}`)
    const message = await first
    if (message._tag !== "Request") throw new Error("no request")
    const { line } = rewriteMessage(message, { params: { text: "ä" } })
    expect(line.text).toBe(`{"jsonrpc":"2.0","id":9007199254740993,"method":"_y","params":{"text":"ä"}}`)
    expect(line.bytes).toBe(line.text.length + 1)
  })
})
