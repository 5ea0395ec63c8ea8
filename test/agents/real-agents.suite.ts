/** One conversation with each real agent that is installed, over a scripted model. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Connection, connect, type Session, type SessionEvent } from "@rxacp/core"
import { emptySession, foldSession, replyText, toolCalls } from "@rxacp/fold"
import { type AgentPreset, type AgentProcess, presets, spawnAgent, terminals, workspaceFiles } from "@rxacp/node"
import { firstValueFrom, lastValueFrom, reduce, tap, toArray } from "rxjs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentHomes, furnish } from "./homes.ts"
import { installedAgents } from "./installed.ts"
import { reply, shellCommand } from "./model/script.ts"
import { type ScriptedModel, scriptedModel } from "./model/server.ts"

const installed = await installedAgents()

it("finds an agent", () => {
  const commands = Object.values(presets).map(({ command }) => command)
  expect(installed, `put one of ${commands.join(", ")} on the PATH, see docs/real-agents.md`).not.toEqual([])
})

describe.each(installed)("%s", (name) => {
  const preset: AgentPreset = presets[name]
  const home = realpathSync(mkdtempSync(join(tmpdir(), "rxacp-home-")))
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "rxacp-work-")))
  let model: ScriptedModel
  let agent: AgentProcess
  let connection: Connection
  let session: Session
  const asked: Array<string> = []

  beforeAll(async () => {
    model = await scriptedModel()
    const setUp = agentHomes(model.url)[name] ?? { files: {}, env: {} }
    furnish(home, setUp)
    const env = { ...setUp.env, HOME: home, PATH: process.env.PATH }
    agent = spawnAgent({ ...preset, cwd, env, inheritEnv: false })
    connection = connect(agent, {
      info: { name: "rxacp-real-agents", version: "0" },
      files: workspaceFiles({ root: cwd }),
      terminals: terminals({ root: cwd }),
      permissions: async ({ toolCall, options }) => {
        asked.push(toolCall.toolCallId)
        const allow = options.find(({ kind }) => kind === "allow_once")
        return allow === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: allow.optionId }
      }
    })
  })
  afterAll(async () => {
    await agent.close()
    await model.close()
    for (const folder of [home, cwd]) rmSync(folder, { recursive: true, force: true })
  })

  it("shakes hands and opens a session", async () => {
    const { protocolVersion } = await firstValueFrom(connection.initialize())
    expect(protocolVersion).toBe(1)
    if (preset.authMethod !== undefined) await firstValueFrom(connection.authenticate(preset.authMethod))
    session = await firstValueFrom(connection.open({ cwd }))
  })

  it("runs a tool and replies", async () => {
    const fold = reduce(foldSession, emptySession())
    const state = await lastValueFrom(session.prompt("please list files").pipe(fold))
    expect(replyText(state)).toContain(reply)
    expect(existsSync(join(cwd, "made-by-the-model"))).toBe(true)
    const calls = toolCalls(state)
    expect(calls.map(({ status }) => status)).toEqual(["completed"])
    expect(JSON.stringify(calls)).toContain(shellCommand)
    expect(calls.map(({ toolCallId }) => toolCallId)).toEqual(expect.arrayContaining(asked))
    expect(state.turns.at(-1)).toMatchObject({ stopReason: "end_turn" })
  })

  it("stops when it is cancelled", async () => {
    const isText = (event: SessionEvent) =>
      event._tag === "Update" && event.update.sessionUpdate === "agent_message_chunk"
    const cancelAtText = tap((event: SessionEvent) => {
      if (isText(event)) session.cancel()
    })
    const events = await lastValueFrom(session.prompt("answer slowly").pipe(cancelAtText, toArray()))
    expect(events.at(-1)).toMatchObject({ _tag: "TurnEnded", stopReason: "cancelled", cancelRequested: true })
  })

  it("leaves nothing behind when it is closed", async () => {
    const exit = await agent.close()
    expect(exit).toMatchObject({ endedBy: "client", phase: "closing" })
    expect(exit).not.toHaveProperty("survivors")
  })
})
