/** An MCP client of the official SDK uses agents as tools. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { connect } from "@rxacp/core"
import { exit, patch, say, scriptedAgent, stream, toolCall } from "@rxacp/core/testing"
import { concatMap } from "rxjs"
import { describe, expect, it, onTestFinished } from "vitest"
import { serveMcp } from "../src/index.ts"

const turns = [
  [
    toolCall({ toolCallId: "a", title: "Look around" }),
    patch("a", { status: "completed" }),
    say("You said {prompt}. "),
    say("Done.")
  ]
]

const clientOf = async (script: Parameters<typeof scriptedAgent>[0]) => {
  const agent = scriptedAgent(script)
  const connection = connect(agent, { info: { name: "t", version: "0" } })
  const prompt = (text: string) => connection.open({ cwd: "/" }).pipe(concatMap((session) => session.prompt(text)))
  const server = serveMcp({ helper: { description: "Helps", prompt } })
  const client = new Client({ name: "test", version: "0" })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  onTestFinished(async () => {
    await client.close()
    await connection.close()
  })
  return { client, agent }
}

const ask = (prompt: unknown, name = "helper") => ({ name, arguments: { prompt } })

describe("serveMcp", () => {
  it("offers each agent as a tool that takes a prompt", async () => {
    const { client } = await clientOf({ turns })
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([{ name: "helper", description: "Helps", inputSchema: { required: ["prompt"] } }])
  })

  it("answers with the reply and reports what the agent does meanwhile", async () => {
    const { client } = await clientOf({ turns })
    const seen: Array<string | undefined> = []
    const result = await client.callTool(ask("hello"), undefined, { onprogress: ({ message }) => seen.push(message) })
    expect(result.content).toEqual([{ type: "text", text: "You said hello. Done." }])
    expect(result.isError).toBeUndefined()
    expect(result._meta).toMatchObject({ stopReason: "end_turn" })
    expect(seen).toEqual(["Look around", "a: completed"])
  })

  it("cancels the turn when the caller cancels the call", async () => {
    const { client, agent } = await clientOf({ turns: [[stream("word ".repeat(1_000), { every: 20 })]] })
    const stop = new AbortController()
    const call = client.callTool(ask("hello"), undefined, { signal: stop.signal })
    const prompted = () => agent.received.some((message) => "method" in message && message.method === "session/prompt")
    await expect.poll(prompted).toBe(true)
    stop.abort()
    await expect(call).rejects.toThrow()
    const cancelled = () => agent.received.some((message) => "method" in message && message.method === "session/cancel")
    await expect.poll(cancelled).toBe(true)
  })

  it.each([
    ["a turn that fails", ask("hello"), /exit/i],
    ["an agent that is not there", ask("hello", "constructor"), /no agent constructor/],
    ["a prompt that is no text", ask(7), /must be a text/]
  ])("answers %s with a result that says so", async (_, call, text) => {
    const { client } = await clientOf({ turns: [[say("So "), exit(1)]] })
    const result = await client.callTool(call)
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toMatch(text)
  })
})
