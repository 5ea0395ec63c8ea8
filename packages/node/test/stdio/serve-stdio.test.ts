import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect, type SessionEvent } from "@rxacp/core"
import { emptySession, foldSession, replyText } from "@rxacp/fold"
import { firstValueFrom, lastValueFrom, reduce, take, toArray } from "rxjs"
import { describe, expect, it } from "vitest"
import { spawnAgent } from "../../src/index.ts"
import { sourceProgram } from "../support/programs.ts"

const chatty = () => {
  const agent = spawnAgent(sourceProgram("chatty-agent"))
  const connection = connect(agent, { info: { name: "test", version: "0" } })
  return { agent, connection, open: () => firstValueFrom(connection.open({ cwd: "/w" })) }
}

describe("an agent on stdio", () => {
  it("keeps its stdout for frames, whatever its program prints", async () => {
    const { agent, connection, open } = chatty()
    const stderr = lastValueFrom(agent.stderr.pipe(toArray()))
    const diagnostics = lastValueFrom(connection.diagnostics.pipe(toArray()), { defaultValue: [] })
    const session = await open()
    const state = await lastValueFrom(session.prompt("hi").pipe(reduce(foldSession, emptySession())))
    expect(replyText(state)).toBe("hi")
    await agent.close()
    expect(await diagnostics).toEqual([])
    expect(await stderr).toEqual(["from the console", "from stdout"])
  })

  it("gives its turns up and leaves by itself when stdin ends", async () => {
    const { agent, open } = chatty()
    const stderr = lastValueFrom(agent.stderr.pipe(toArray()))
    const session = await open()
    const turn = session.prompt("stay")
    await firstValueFrom(turn.pipe(take(2), toArray<SessionEvent>()))
    expect(await agent.close()).toMatchObject({ code: 0, signal: null, endedBy: "client" })
    expect(await stderr).toContain("given up")
  })

  it("an agent program exits when its stdout is no longer read", async () => {
    const { command, args } = sourceProgram("chatty-agent")
    const child = spawn(command, args)
    const exit = once(child, "exit")
    const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    child.stdin.on("error", () => {})
    write({ id: 1, method: "initialize", params: { protocolVersion: 1 } })
    await once(child.stdout, "data")
    child.stdout.destroy()
    write({ id: 2, method: "session/prompt", params: { sessionId: "s1", prompt: [{ type: "text", text: "hi" }] } })
    expect(await exit).toEqual([0, null])
  })
})
