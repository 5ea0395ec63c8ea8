import { ofUpdate } from "@rxacp/core"
import { fail, say, script } from "@rxacp/core/testing"
import { ask } from "@rxacp/node"
import { scriptedAgentCommand } from "@rxacp/node/testing"
import { firstValueFrom, lastValueFrom, map, take, toArray } from "rxjs"
import { describe, expect, it, vi } from "vitest"
import { isRunning, program } from "../support/programs.ts"

describe("ask", () => {
  const agent = scriptedAgentCommand(script([say("All "), say("of it.")]))

  it("resolves with the text of the reply", async () => {
    expect(await ask(agent, "What?").text()).toBe("All of it.")
  })

  it("emits the events of the turn and completes once the agent is gone", async () => {
    const tags = await lastValueFrom(
      ask(agent, "What?").pipe(
        map(({ _tag }) => _tag),
        toArray()
      )
    )
    expect(tags).toEqual(["TurnStarted", "Update", "Update", "TurnEnded"])
  })

  it("is a run of its own for each subscription", async () => {
    const asked = ask(agent, [{ type: "text", text: "What?" }])
    expect(await Promise.all([asked.text(), asked.text()])).toEqual(["All of it.", "All of it."])
  })

  it("authenticates first where that is asked for", async () => {
    const closed = scriptedAgentCommand({ turns: [[say("in")]], auth: ["api-key"] })
    await expect(ask(closed, "hello").text()).rejects.toMatchObject({ _tag: "AuthRequired" })
    expect(await ask(closed, "hello", { authMethod: "api-key" }).text()).toBe("in")
  })

  it.each([
    ["of the start", { command: "no-such-command-7f3a" }, "AgentSpawnFailed"],
    ["of the agent", { command: process.execPath, args: ["-e", "process.exit(3)"] }, "AgentExited"],
    ["of the turn", scriptedAgentCommand(script([fail(-32603, "no")])), "RequestFailed"]
  ])("errors with the failure %s", async (_, command, tag) => {
    await expect(ask(command, "hello").text()).rejects.toMatchObject({ _tag: tag })
  })

  it("closes the agent when it is unsubscribed", async () => {
    const talking = program("pid-agent")
    const said = ask(talking, "0").pipe(ofUpdate("agent_message_chunk"), take(1))
    const { update } = await firstValueFrom(said)
    const pid = update.content.type === "text" ? Number(update.content.text) : 0
    expect(pid).toBeGreaterThan(0)
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 })
  })
})
